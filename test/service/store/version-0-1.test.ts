import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import SQLite from 'libsql';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isOutdated } from '../../../src/service/secrets/password';
import { hashSecret } from '../../../src/service/secrets/secret';
import { schema } from '../../../src/service/store/engine/schema';
import { version01 } from '../../../src/service/store/engine/version-0-1';
import { openStore, type Store } from '../../../src/service/store/store';

// A file that the service of version 0.1.0 has written: `data/version-0.1.0.db.gz`. What is expected here was
// done with that service over its interface.

const now = Date.UTC(2026, 0, 15, 20, 13);
const secretKey = 'sk_g2cR3ys7IP3SzbuRD-3gTN4Wz8GOnh5GSB-K_UHtf80';
const revokedKey = 'sk_rNjlyaJK8qShfT5axjhnPDRmjYy30C0desCVFku8oNM';

const COPY = `matinee.db.before-${version01.length + schema.length}`;

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-old-'));
  const packed = new URL('data/version-0.1.0.db.gz', import.meta.url);
  writeFileSync(join(folder, 'matinee.db'), gunzipSync(readFileSync(packed)));
  store = await openStore({ dataDir: folder, now: () => now });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const places = (rows: readonly { tmdbId: number | null; episodeNumber: number | null; progress: number }[]) =>
  rows.map(({ tmdbId, episodeNumber, progress }) => [tmdbId, episodeNumber, progress]);

test('people, keys, sign-ins and connectors are there, and ended keys stay so', async () => {
  expect(await store.users.signIn('owner', 'correct horse battery')).toEqual({
    id: '1',
    name: 'owner',
    role: 'owner',
  });
  expect(await store.keys.find(secretKey)).toMatchObject({ userId: '1', kind: 'sk', scope: 'all' });
  expect(await store.keys.find(revokedKey)).toBeUndefined();
  expect((await store.keys.list('1')).map(({ kind }) => kind).toSorted()).toEqual(['mt', 'pk', 'sk']);
  await store.keys.revokeHash('1', hashSecret(secretKey));
  expect(await store.keys.find(secretKey)).toBeUndefined();
  const login = 'VVo9L6hvTwO-LJHf0jLjst8f3HrHa3lo9VH5_jy49hk';
  expect(await store.logins.findUser(login)).toMatchObject({ id: '1', name: 'owner', role: 'owner' });
  await store.logins.close(login);
  expect(await store.logins.list('1')).toEqual([]);
  expect(await store.browsers.find('F1Vu_IvIxUCl6qYq3SOZdtWvri2E9Pljsf2qH63dYOI')).toBe('1');
  expect(await store.connectors.withStatus('pending')).toMatchObject([{ id: '1', name: 'Example' }]);
});

test('a password is stored at the cost of this version when its person signs in, and only then', async () => {
  const read = () => {
    const file = new SQLite(join(folder, 'matinee.db'), { readonly: true });
    const { password } = file.prepare('SELECT password FROM users').get() as { password: string };
    file.close();
    return password;
  };
  const before = read();
  expect(await store.users.signIn('owner', 'another')).toBeUndefined();
  expect(read()).toBe(before);
  await store.users.signIn('owner', 'correct horse battery');
  expect(isOutdated(before)).toBe(true);
  expect(isOutdated(read())).toBe(false);
  expect(await store.users.signIn('owner', 'correct horse battery')).toMatchObject({ id: '1' });
});

test('the history, the positions, the series and the titles are as they were', async () => {
  expect(places(await store.sessions.watched('1', { limit: 50 }))).toEqual([
    [777, 5, 95],
    [null, null, 93],
    [1396, 2, 95],
    [1396, 1, 95],
    [133701, null, 97],
    [10378, null, 92],
    [10378, null, 95],
  ]);
  expect(await store.sessions.countWatched('1')).toBe(7);
  expect(places(await store.sessions.unfinished('1', 20))).toEqual([
    [999_999_999, null, 60],
    [1396, 3, 50],
    [133701, null, 30],
    [45745, null, 40],
  ]);
  expect(await store.sessions.countLatest('1')).toBe(9);
  expect(places(await store.sessions.lastEpisodes('1'))).toEqual([
    [777, 5, 95],
    [1396, 2, 95],
  ]);
  const [pilot] = await store.sessions.ofMedia('1', { type: 'episode', episodeId: 62085 });
  expect(pilot).toMatchObject({ media: 'episode:1396:1:1', title: 'Breaking Bad', episodeTitle: 'Pilot' });
  expect(await store.posters.picture('/alien.jpg')).toEqual({
    type: 'image/jpeg',
    bytes: Uint8Array.from([1, 2, 3]),
  });
  expect(await store.check()).toEqual([]);
});

test('updates go on where they were', async () => {
  const episode = { type: 'episode', tmdbId: 1396, seasonNumber: 1, episodeNumber: 3 } as const;
  await store.playback.update('1', episode, { progress: 95, duration: 100 });
  expect(places(await store.sessions.lastEpisodes('1'))[0]).toEqual([1396, 3, 95]);
  await store.playback.update('1', { type: 'movie', tmdbId: 10378 }, { progress: 99, duration: 100 });
  expect(await store.sessions.countWatched('1')).toBe(8);
  expect(await store.check()).toEqual([]);
});

test('a copy of the old file stays, which only its owner reads', () => {
  const copy = join(folder, COPY);
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  const old = new SQLite(copy);
  expect(old.prepare('SELECT count(*) AS n FROM playback').all()).toEqual([{ n: 11 }]);
  old.close();
});

test('it is opened again without another copy', async () => {
  rmSync(join(folder, COPY));
  await store.close();
  store = await openStore({ dataDir: folder, now: () => now });
  expect(await store.sessions.countWatched('1')).toBe(7);
  expect(existsSync(join(folder, COPY))).toBe(false);
});
