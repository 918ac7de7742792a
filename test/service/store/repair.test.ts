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
});
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

test('check --repair makes the latest viewing the latest session', async () => {
  const store = await openStore({ dataDir, database, now: () => now });
  const { id: userId } = await store.users.ensureOwner();
  const ids = { type: 'movie', tmdbId: 1 } as const;
  const add = (id: string, at: number) =>
    store.viewings.put(userId, id, {
      ids,
      position: { progress: 90, duration: 100 },
      startedAt: at,
      watchedAt: at,
    });
  for (const hours of [1, 2]) await add(`again-${String(hours)}`, now - hours * HOUR_MS);
  await store.close();
  await db.run(
    `UPDATE progress SET (id, progress, duration, updated_at, watched_at) =
       ('again-2', 91, 130, ?, ?) WHERE media = 'movie:1'`,
    now - HOUR_MS * 2,
    now - HOUR_MS * 2,
  );
  expect(await check(false)).toMatchObject({
    failure: '1 watched positions are older than the last viewing of their title',
  });
  expect(await check(true)).toEqual({ lines: [] });
  expect(await db.all('SELECT id, duration FROM progress WHERE media = ?', 'movie:1')).toEqual([
    { id: 'viewing-0', duration: 100 },
  ]);
  expect(await db.all("SELECT progress, duration FROM watches WHERE id = 'again-2'")).toEqual([
    { progress: 91, duration: 130 },
  ]);
});

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
