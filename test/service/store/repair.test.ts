import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../../../src/service/command-line/commands';
import type { Database } from '../../../src/service/store/engine/database';
import { openPostgres } from '../../../src/service/store/engine/postgres';
import { openSqlite } from '../../../src/service/store/engine/sqlite';
import { openStore } from '../../../src/service/store/store';
import { createTestSchema, isPostgres } from './open-test-store';

const HOUR_MS = 3_600_000;
const VIEWINGS = 450;
const now = Date.UTC(2026, 0, 1);
let dataDir = '';
let database: string | undefined;
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'matinee-repair-'));
  database = isPostgres ? await createTestSchema() : undefined;
  await fill();
  db = database === undefined ? openSqlite(dataDir) : await openPostgres(database);
}, 60_000);
afterEach(async () => {
  await db.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Films and episodes of a person whose days do not begin at midnight in UTC. */
async function fill(): Promise<void> {
  const store = await openStore({ dataDir, database, now: () => now });
  const { id: userId } = await store.users.ensureOwner();
  await store.preferences.setZone(userId, 'Pacific/Kiritimati');
  while (await store.preferences.recount(userId));
  for (let index = 0; index < VIEWINGS; index += 1) {
    const at = now - index * 5 * HOUR_MS;
    const isFilm = index % 3 === 0;
    const ids = isFilm
      ? ({ type: 'movie', tmdbId: index + 1 } as const)
      : ({ type: 'episode', tmdbId: 1 + (index % 4), seasonNumber: 1, episodeNumber: index } as const);
    const position = { progress: 100, duration: 100 };
    await store.viewings.put(userId, `viewing-${String(index)}`, {
      ids,
      position,
      startedAt: at,
      watchedAt: at,
    });
  }
  await store.close();
}

const TABLES = [
  'SELECT user_id, day, films, episodes, seconds FROM days ORDER BY user_id, day',
  'SELECT user_id, year, work, watches, seconds FROM work_years ORDER BY user_id, year, work',
  'SELECT user_id, watches, titles FROM tallies ORDER BY user_id',
  'SELECT user_id, show_id, watch_id, watched_at FROM show_progress ORDER BY user_id, show_id',
];
const sums = () => Promise.all(TABLES.map((sql) => db.all(sql)));
const check = (repair: boolean) => runCommand(['check'], { data: dataDir, database, repair });

test('check --repair counts all sums anew', async () => {
  const before = await sums();
  expect(await check(false)).toEqual({ lines: [] });
  await db.run('UPDATE days SET films = films - 7 WHERE day % 2 = 0');
  await db.run('DELETE FROM work_years');
  await db.run('UPDATE tallies SET watches = 1, titles = 1');
  await db.run("UPDATE show_progress SET watch_id = 'nothing'");
  await db.run("UPDATE watches SET day = NULL WHERE id = 'viewing-3'");
  const wrong = await check(false);
  expect(wrong).toMatchObject({
    failure: expect.stringMatching(/viewings\n.*titles\n.*\n.*day\n.*\n/) as unknown,
  });
  expect(await check(true)).toEqual({ lines: [] });
  expect(await sums()).toEqual(before);
});
