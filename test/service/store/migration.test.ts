import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'libsql';
import { expect, test } from 'vitest';
import { latestVersion } from '../../../src/service/store/engine/migrate-sqlite';
import { extensionScopeMigration } from '../../../src/service/store/engine/account-migrations';
import { savedWorksMigration } from '../../../src/service/store/engine/title-migrations';
import { schema } from '../../../src/service/store/engine/schema';
import { openStore } from '../../../src/service/store/store';
import { createKey, hashSecret } from '../../../src/service/secrets/secret';

/** A database as it was before one of the steps. */
function writeBefore(folder: string, step: string, rows: string): void {
  const db = new SQLite(join(folder, 'matinee.db'));
  const steps = schema.indexOf(step);
  for (const earlier of schema.slice(0, steps)) db.exec(earlier);
  db.exec(`PRAGMA user_version = ${latestVersion - schema.length + steps}`);
  db.exec(rows);
  db.close();
}

const watched = `
    INSERT INTO users (id, name, password, role, created_at) VALUES ('ana', 'ana', NULL, 'owner', 1);
    INSERT INTO tallies (user_id, watches, titles) VALUES ('ana', 4, 3);
    INSERT INTO watches
      (user_id, id, media, show_id, progress, duration, started_at, updated_at, watched_at) VALUES
      ('ana', 'a', 'movie:348', NULL, 7000, 7000, 1000, 2000, 2000),
      ('ana', 'b', 'movie:348', NULL, 7000, 7000, 8000, 9000, 9000),
      ('ana', 'c', 'episode:1396:1:1', 1396, 3000, 3000, 3000, 4000, 4000),
      ('ana', 'd', 'episode:1396:1:2', 1396, 3000, 3000, 5000, 6000, 6000);
    INSERT INTO show_progress (user_id, show_id, watch_id, watched_at) VALUES ('ana', 1396, 'd', 6000);`;

test('an existing database gets the tables of titles, shelves and lists, and nothing is lost', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-migration-'));
  try {
    writeBefore(folder, savedWorksMigration, watched);
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

test('keys of before keep their rights when the scope of the extension comes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-migration-'));
  try {
    const secret = createKey('mt', 'ana');
    writeBefore(
      folder,
      extensionScopeMigration,
      `INSERT INTO users (id, name, password, role, created_at) VALUES ('ana', 'ana', NULL, 'owner', 1);
       INSERT INTO keys (user_id, id, kind, hash, label, scope, created_at, expires_at, used_at) VALUES
         ('ana', '1', 'mt', '${hashSecret(secret)}', 'Matinee', 'all', 5, NULL, 6);`,
    );
    const store = await openStore({ dataDir: folder });
    expect(await store.keys.find(secret)).toMatchObject({ userId: 'ana', kind: 'mt', scope: 'all' });
    const now = await store.keys.create('ana', 'mt', 'Now', { scope: 'extension' });
    expect(await store.keys.find(now)).toMatchObject({ scope: 'extension' });
    expect((await store.keys.list('ana')).map(({ label, scope }) => [label, scope])).toEqual([
      ['Now', 'extension'],
      ['Matinee', 'all'],
    ]);
    await store.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
