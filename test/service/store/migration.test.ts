import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'libsql';
import { expect, test } from 'vitest';
import { latestVersion } from '../../../src/service/store/engine/migrate-sqlite';
import { savedWorksMigration } from '../../../src/service/store/engine/saved-works-migration';
import { schema } from '../../../src/service/store/engine/schema';
import { openStore } from '../../../src/service/store/store';

/** A database as it was before titles, shelves and lists had their tables. */
function writeEarlier(folder: string): void {
  const db = new SQLite(join(folder, 'matinee.db'));
  const steps = schema.indexOf(savedWorksMigration);
  for (const step of schema.slice(0, steps)) db.exec(step);
  db.exec(`PRAGMA user_version = ${latestVersion - schema.length + steps}`);
  db.exec(`
    INSERT INTO users (id, name, password, role, created_at) VALUES ('ana', 'ana', NULL, 'owner', 1);
    INSERT INTO tallies (user_id, watches, titles) VALUES ('ana', 4, 3);
    INSERT INTO watches
      (user_id, id, media, show_id, progress, duration, started_at, updated_at, watched_at) VALUES
      ('ana', 'a', 'movie:348', NULL, 7000, 7000, 1000, 2000, 2000),
      ('ana', 'b', 'movie:348', NULL, 7000, 7000, 8000, 9000, 9000),
      ('ana', 'c', 'episode:1396:1:1', 1396, 3000, 3000, 3000, 4000, 4000),
      ('ana', 'd', 'episode:1396:1:2', 1396, 3000, 3000, 5000, 6000, 6000);
    INSERT INTO show_progress (user_id, show_id, watch_id, watched_at) VALUES ('ana', 1396, 'd', 6000);`);
  db.close();
}

test('an existing database gets the tables of titles, shelves and lists, and nothing is lost', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-migration-'));
  try {
    writeEarlier(folder);
    const store = await openStore({ dataDir: folder });
    const all = { type: 'all', order: 'desc', limit: 10, offset: 0 } as const;
    expect(await store.watchedTitles.list('ana', all)).toMatchObject([
      { media: 'movie:348', times: 2, watchedAt: 9000 },
      { media: 'episode:1396:1:2', times: 1 },
      { media: 'episode:1396:1:1', times: 1 },
    ]);
    expect(await store.watchedTitles.count('ana', 'all')).toBe(3);
    expect([...(await store.watchedTitles.placesOfShows('ana', [1396]))]).toEqual([[1396, ['1:1', '1:2']]]);
    expect((await store.sessions.watched('ana', { limit: 10 })).map(({ id }) => id)).toEqual([
      'b',
      'd',
      'c',
      'a',
    ]);
    expect(await store.shelves.addAll('ana', 'watchlist', ['movie:137'])).toBe(1);
    await store.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
