import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { heldSchema } from '../../src/service/library/imports/own-schemas';
import { store as storeImport, upload } from './import-file';
import { startTest, type ServiceUnderTest } from './service-under-test';

/** The export of a person, in an empty account. */
let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startTest();
});
afterEach(() => service.close());

type Export = Record<string, unknown>;

async function exported(key = service.sk): Promise<string> {
  const answer = await service.app.request('/api/v1/matinee/export', { headers: { 'x-api-key': key } });
  expect(answer.status).toBe(200);
  return answer.text();
}

/**
 * What reads back, without what is of the account: whose list it is, and which import brought a viewing. Who
 * may see a list is chosen anew.
 */
function readable(text: string): Export {
  const all = JSON.parse(text) as Export;
  const lists = (all['lists'] as Export[]).map((list) => ({ ...list, id: '', visibility: '' }));
  const history = (all['history'] as Export[]).map((entry) => ({ ...entry, importId: '' }));
  const names = ['settings', 'progress', 'ratings', 'watchlist', 'favorites', 'collection', 'grades'];
  const own = ['droppedShows', 'titleChoices', 'heldTitles', 'siteIds'];
  return { ...Object.fromEntries([...names, ...own].map((name) => [name, all[name]])), lists, history };
}

const TITLE = '{"type":"episode","ids":{},"title":"Dark","seasonNumber":1,"episodeNumber":1}';

/** Something of all that an export can hold. */
async function fill(): Promise<void> {
  const { owner, store } = service;
  await store.preferences.setLanguage(owner.id, 'de');
  await store.preferences.setZone(owner.id, 'Asia/Tokyo');
  const film = { type: 'movie', duration: 100 };
  for (const tmdbId of [1, 2]) {
    await service.scrobble({ ...film, progress: 95, tmdbId });
    service.wait(3600);
    await service.scrobble({ ...film, progress: 99, tmdbId });
    service.wait(86_400);
  }
  // Watched, and begun once more; and only begun.
  await service.scrobble({ ...film, progress: 20, tmdbId: 1 });
  await service.scrobble({
    type: 'episode',
    progress: 40,
    duration: 100,
    tvShowId: 7,
    seasonNumber: 1,
    episodeNumber: 2,
  });
  await service.scrobble({
    type: 'episode',
    progress: 95,
    duration: 100,
    tvShowId: 7,
    seasonNumber: 1,
    episodeNumber: 1,
  });
  const undated = 'Date,Name,Year,Letterboxd URI\n2026-01-02,Sintel,2010,x\n';
  await storeImport(service, (await upload(service, undated, 'watched.csv'))['id']);
  await keep();
  const place = { work: 'tv 1', season: 1, episode: -1 };
  const choice = await store.titleChoices.choose(owner.id, {
    ...place,
    title: TITLE,
    media: 'movie:9',
    shift: 2,
  });
  const held = { ...place, episode: 1, title: TITLE, reason: 'several' } as const;
  const update = { position: { progress: 95, duration: 100 }, isEnd: false, isBegun: false };
  await store.heldTitles.hold(owner.id, held, update);
  await store.heldTitles.hold(owner.id, { ...held, episode: 2 }, update);
  const [first] = await store.heldTitles.list(owner.id);
  await store.heldTitles.settle(owner.id, first?.id ?? '', choice, 'movie:9');
  await store.siteIds.say(owner.id, { site: 'netflix', id: '81' }, 'movie/9');
  await store.droppedShows.drop(owner.id, 7);
}

async function keep(): Promise<void> {
  const { owner, store } = service;
  await store.shelves.put(owner.id, 'watchlist', 'movie:3', { priority: 2, notes: 'soon' });
  await store.shelves.put(owner.id, 'favorites', 'show:7');
  await store.shelves.put(owner.id, 'collection', 'movie:3', { format: 'bluray', notes: '=1' });
  const ratedAt = service.clock.now;
  await store.ratings.grade(owner.id, { media: 'movie:1', rating: 7.5, review: 'Long.', ratedAt });
  await store.ratings.grade(owner.id, { media: 'show:7', rating: 8, ratedAt: ratedAt + 1 });
  await store.ratings.grade(owner.id, {
    media: 'season:7:1',
    rating: 2,
    review: 'No.',
    ratedAt: ratedAt + 2,
  });
  const list = await store.lists.create(owner.id, {
    name: 'Best',
    description: 'x',
    visibility: 'PUBLIC',
    kind: 'media',
  });
  for (const [media, notes] of [
    ['movie:2', null],
    ['show:7', 'first'],
    ['movie:1', null],
  ] as const)
    await store.lists.put(owner.id, list?.id ?? '', { media, notes, position: 0 });
  service.wait(5);
  await store.lists.create(owner.id, { name: 'Empty', visibility: 'PRIVATE', kind: 'episode' });
}

/** Another person, whose key the service uses from then on. */
async function becomeBen(): Promise<{ readonly key: string; readonly id: string }> {
  const ben = await service.store.users.add('ben', 'correct horse battery', 'member');
  const key = await service.store.keys.create(ben?.id ?? '', 'sk', 'x');
  const { call } = service;
  service.call = (method, path, request) => call(method, path, { key, ...request });
  return { key, id: ben?.id ?? '' };
}

test('everything that was exported is the same in an empty account, once, and can be taken out', async () => {
  await fill();
  const file = await exported();
  expect(file).toContain('"isUndated":true');
  const own = await upload(service, file);
  expect(own).toMatchObject({ unread: 0, unclear: 0, waiting: 0 });
  expect(own['known']).toBe(own['ready']);

  const { key: ben } = await becomeBen();
  const empty = readable(await exported(ben));
  service.wait(60);
  const preview = await upload(service, file);
  expect(preview).toMatchObject({ source: 'Matinee', unread: 0, unclear: 0, left: 0, known: 0 });
  expect(readable(await exported(ben))).toEqual(empty);
  const stored = await storeImport(service, preview['id']);
  expect(stored).toMatchObject({ waiting: 0, left: 0, known: preview['ready'] });
  expect(readable(await exported(ben))).toEqual(readable(file));
  expect(await service.store.check()).toEqual([]);

  const again = await upload(service, await exported(ben));
  expect(again).toMatchObject({ waiting: 0, unclear: 0 });
  await service.call('DELETE', `/matinee/imports/${String(again['id'])}`);
  await service.call('DELETE', `/matinee/imports/${String(preview['id'])}`);
  expect(readable(await exported(ben))).toEqual(empty);
  expect(await service.store.check()).toEqual([]);
});

test('a file publishes nothing, records nothing unasked and fills nothing beyond its limits', async () => {
  await fill();
  const all = JSON.parse(await exported()) as Record<string, Export[]>;
  const [held] = all['heldTitles'] ?? [];
  const { id, key: ben } = await becomeBen();
  const rows = [
    { ...held, id: 'a', choiceId: null, reason: 'away' },
    { ...held, id: 'b', choiceId: null, duration: 9e15 },
    { ...held, id: 'c', choiceId: null, title: '{"type":"movie","ids":{"tmdb":-1}}' },
  ];
  const history = [{ ...all['history']?.[0], updatedAt: '9999-12-31T00:00:00.000Z' }];
  const file = JSON.stringify({ ...all, heldTitles: rows, history });
  await storeImport(service, (await upload(service, file))['id']);
  const after = JSON.parse(await exported(ben)) as Record<string, Export[]>;
  expect(after['lists']?.map(({ visibility }) => visibility)).toEqual(['PRIVATE', 'PRIVATE']);
  expect(after['heldTitles']).toMatchObject([{ id: 'a', reason: 'unknown' }]);
  expect(await service.store.heldTitles.away(id)).toEqual([]);
  expect(after['history']?.filter(({ updatedAt }) => String(updatedAt).startsWith('9999'))).toEqual([]);
});

test('what a rating has replaced is read back with a review of any characters', async () => {
  await fill();
  const [held] = (JSON.parse(await exported()) as Record<string, Export[]>)['heldTitles'] ?? [];
  const review = '\u0001'.repeat(10_000);
  const before = { episodeId: null, halves: 8, ratedAt: 1, importId: null, review };
  const entry = { ...held, replaced: JSON.stringify({ media: 'movie:1', before }) };
  expect(z.safeParse(heldSchema, entry).success).toBe(true);
});

test('what a person has stays as it is, and Undo leaves what was changed since', async () => {
  await fill();
  const file = await exported();
  const { key: ben, id } = await becomeBen();
  const { store } = service;
  await store.preferences.setZone(id, 'Europe/Berlin');
  await store.shelves.put(id, 'watchlist', 'movie:3', { priority: 9 });
  await service.call('POST', '/scrobble', {
    key: ben,
    body: { type: 'movie', progress: 50, duration: 100, tmdbId: 1 },
  });
  const before = readable(await exported(ben));
  const { id: imported } = await storeImport(service, (await upload(service, file))['id']);
  const after = readable(await exported(ben));
  expect(after).toMatchObject({ settings: { zone: 'Europe/Berlin', language: 'de' } });
  expect(after['watchlist']).toEqual(before['watchlist']);
  await service.call('DELETE', `/matinee/imports/${String(imported)}`);
  expect(readable(await exported(ben))).toEqual(before);
  expect(await store.check()).toEqual([]);
});
