import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqlite } from '../../../src/service/store/engine/sqlite';
import { openStore } from '../../../src/service/store/store';
import { end, listening, runService } from '../service-process';
import { contentsOf } from './contents-of';

// `matinee-tracker backup` beside a service that stores one update after the other.

let folder: string;
let key: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-backup-'));
  const store = await openStore({ dataDir: folder });
  const { id } = await store.users.ensureOwner();
  key = await store.keys.create(id, 'sk', 'load');
  await store.ratings.set(id, { type: 'movie', tmdbId: 1 }, 7.5, 1);
  await store.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const FILMS = 6;
/** Updates of one viewing, at 5%, 10% … 100%. The next one begins a rewatch. */
const STEPS = 20;
const WATCHED_STEP = 18;
/** What an update writes; nothing else changes meanwhile. */
const WRITTEN = ['progress', 'watches', 'tallies', 'days', 'work_years', 'changes', 'watched_titles'];

test('has each update that was acknowledged before, with its position, and all else as it was', async () => {
  const service = runService(['--port', '0', '--data', folder]);
  const load = startLoad(await listening(service));
  await load.reach(10 * FILMS);
  const before = load.acknowledged();
  const copied = join(folder, 'copy');
  const backup = runService(['backup', '--data', folder, '--to', copied]);
  expect(await once(backup, 'exit')).toEqual([0, null]);
  const during = load.acknowledged();
  expect(sum(during)).toBeGreaterThan(sum(before));
  await load.stop();
  await end(service, 'SIGTERM');

  const now = contentsOf(join(folder, 'matinee.db'));
  const restored = join(folder, 'restored');
  mkdirSync(restored);
  renameSync(copied, join(restored, 'matinee.db'));
  const again = await openStore({ dataDir: restored });
  expect(await again.check()).toEqual([]);
  await again.close();
  const positions = await positionsOf(restored);
  for (const [index, atLeast] of before.entries()) {
    // Updates may be stored and not yet answered.
    expect(positions[index]).toBeGreaterThanOrEqual(atLeast);
    expect(positions[index]).toBeLessThanOrEqual((during[index] ?? 0) + 1);
  }
  const then = contentsOf(join(restored, 'matinee.db'));
  expect([...then.keys()]).toEqual([...now.keys()]);
  for (const [table, rows] of then)
    if (!WRITTEN.includes(table)) expect({ table, rows }).toEqual({ table, rows: now.get(table) });
  const viewings = await viewingsOf(folder);
  expect(viewings).toEqual(expect.arrayContaining(await viewingsOf(restored)));
});

/** The number of the last stored update of each film. */
async function positionsOf(dataDir: string): Promise<number[]> {
  const db = openSqlite(dataDir);
  const rows = await db.all<{ media: string; progress: number; viewings: number }>(
    `SELECT media, progress,
       (SELECT count(*) FROM watches AS w WHERE w.user_id = p.user_id AND w.media = p.media) AS viewings
     FROM progress AS p ORDER BY media`,
  );
  await db.close();
  return rows.map(({ progress, viewings }) => {
    const step = progress / (100 / STEPS);
    return (step < WATCHED_STEP ? viewings : viewings - 1) * STEPS + step;
  });
}

async function viewingsOf(dataDir: string): Promise<{ id: string; media: string; watchedAt: number }[]> {
  const db = openSqlite(dataDir);
  const rows = await db.all<{ id: string; media: string; watchedAt: number }>(
    'SELECT id, media, started_at AS "startedAt", watched_at AS "watchedAt" FROM watches ORDER BY id',
  );
  await db.close();
  return rows;
}

const sum = (positions: readonly number[]) => positions.reduce((all, one) => all + one, 0);

/** One client for each film, which sends the next position as soon as the last one is acknowledged. */
function startLoad(address: string) {
  const sent = Array.from({ length: FILMS }, () => 0);
  const stopping = new AbortController();
  const client = async (index: number): Promise<void> => {
    while (!stopping.signal.aborted) {
      const next = (sent[index] ?? 0) + 1;
      const answer = await fetch(`${address}/scrobble`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({
          type: 'movie',
          tmdbId: 1 + index,
          progress: (1 + ((next - 1) % STEPS)) * (100 / STEPS),
          duration: 100,
        }),
      });
      expect(answer.status).toBe(200);
      sent[index] = next;
    }
  };
  const clients = Promise.all(sent.map((_, index) => client(index)));
  return {
    acknowledged: () => [...sent],
    async reach(count: number): Promise<void> {
      while (sum(sent) < count)
        await Promise.race([clients, new Promise((resolve) => setImmediate(resolve))]);
    },
    async stop(): Promise<void> {
      stopping.abort();
      await clients;
    },
  };
}
