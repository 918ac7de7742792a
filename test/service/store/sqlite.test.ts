import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'libsql';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createService } from '../../../src/service/create-service';
import { UnavailableError } from '../../../src/service/store/engine/database';
import { openStore, type Store } from '../../../src/service/store/store';
import { contentsOf } from './contents-of';

// SQLite in a file.

let folder: string;
let store: Store;
let userId: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-sqlite-'));
  store = await openStore({ dataDir: folder });
  ({ id: userId } = await store.users.ensureOwner());
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const film = (tmdbId: number) => ({ type: 'movie', tmdbId }) as const;
const watch = (tmdbId: number) =>
  store.playback.update(userId, film(tmdbId), { progress: 95, duration: 100 });

/** The pages that this work writes to the log of the database. */
async function framesOf(work: () => Promise<unknown>): Promise<number> {
  const file = new SQLite(join(folder, 'matinee.db'));
  file.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  await work();
  const [row] = file.prepare('PRAGMA wal_checkpoint(PASSIVE)').all() as { log: number }[];
  file.close();
  return row?.log ?? 0;
}

test('a position of an episode writes as many pages as one of a film', async () => {
  const episode = { type: 'episode', episodeId: 7, tmdbId: 2, seasonNumber: 1, episodeNumber: 1 } as const;
  const titles = [film(1), episode];
  const move = (ids: (typeof titles)[number], progress: number) =>
    store.playback.update(userId, ids, { progress, duration: 100 });
  for (const ids of titles) await move(ids, 10);
  const [ofFilm, ofEpisode] = [
    await framesOf(() => move(film(1), 20)),
    await framesOf(() => move(episode, 20)),
  ];
  expect(ofFilm).toBeGreaterThan(0);
  expect(ofEpisode).toBe(ofFilm);
  // Another id of the same episode is still stored.
  await store.playback.update(userId, { ...episode, episodeId: 8 }, { progress: 30, duration: 100 });
  const [found] = await store.sessions.ofMedia(userId, { type: 'episode', episodeId: 8 });
  expect(found).toMatchObject({ progress: 30, seasonNumber: 1 });
});

test('updates of one turn of the loop are committed together', async () => {
  const together = await framesOf(() =>
    Promise.all(Array.from({ length: 25 }, (_, index) => watch(index + 1))),
  );
  const apart = await framesOf(async () => {
    for (let index = 0; index < 25; index += 1) await watch(index + 101);
  });
  // Each commit writes the pages that it has changed: about 23, and after 1,000 SQLite begins the log anew.
  expect(apart).toBeGreaterThan(5 * together);
});

test('while another program writes, reads go on, and an update waits for its end', async () => {
  const other = new SQLite(join(folder, 'matinee.db'));
  await watch(1);
  other.exec('BEGIN IMMEDIATE');
  let isStored = false;
  const update = watch(2).then(() => (isStored = true));
  for (let turn = 0; turn < 5; turn += 1) expect(await store.sessions.countWatched(userId)).toBe(1);
  expect(isStored).toBe(false);
  other.exec('COMMIT');
  await update;
  expect(await store.sessions.countWatched(userId)).toBe(2);
  other.close();
});

test('an update that cannot be stored is answered with 503, nothing of it is stored, and the next one is', async () => {
  // An outage is logged again after a minute.
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const faults: string[] = [];
  const app = createService({ store, log: (line) => faults.push(line) });
  const key = await store.keys.create(userId, 'sk', 'test');
  const scrobble = () =>
    app.request('/api/v1/scrobble', {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'movie', tmdbId: 1, progress: 95, duration: 100 }),
    });
  expect((await app.request('/readyz')).status).toBe(200);
  // The use of the key is stored, so that it is no update of its own any more.
  expect((await app.request('/api/v1/history', { headers: { 'x-api-key': key } })).status).toBe(200);
  const other = new SQLite(join(folder, 'matinee.db'));
  other.exec('BEGIN IMMEDIATE');
  const refused = await scrobble();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await refused.json()).toMatchObject({ error: 'UNAVAILABLE' });
  other.exec('ROLLBACK');
  other.close();
  expect((await scrobble()).status).toBe(200);
  expect(await store.sessions.countWatched(userId)).toBe(1);
  // The log of the service has the reason.
  expect(faults).toMatchObject([expect.stringContaining('SQLITE_BUSY')]);
});

test('after it was closed everything is refused, and the process lives', async () => {
  await store.close();
  await expect(watch(1)).rejects.toThrow(UnavailableError);
  await expect(store.sessions.countWatched(userId)).rejects.toThrow(UnavailableError);
  await store.close();
});

test('a copy is whole, only its owner reads it, and it replaces nothing', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => watch(index + 1)));
  const copied = join(folder, 'copy');
  await store.backup(copied);
  await expect(store.backup(copied)).rejects.toThrow(/EEXIST/);
  expect(statSync(copied).mode & 0o777).toBe(0o600);
  expect(contentsOf(copied)).toEqual(contentsOf(join(folder, 'matinee.db')));
});
