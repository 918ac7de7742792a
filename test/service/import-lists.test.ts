import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { store as storeImport, waitForState } from './import-file';
import { startTest, type ServiceUnderTest } from './service-under-test';

/** What files hold beside viewings: watchlists, favourites, collections, lists, reviews, tags. */
let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startTest();
});
afterEach(() => service.close());

async function read(content: string | Uint8Array<ArrayBuffer>, name: string) {
  const type = typeof content === 'string' && !/^\s*[[{]/.test(content) ? 'text/csv' : 'application/json';
  const headers = { 'content-type': type, 'x-api-key': service.sk };
  const path = `/api/v1/matinee/imports?name=${encodeURIComponent(name)}`;
  const answer = await service.app.request(path, { method: 'POST', headers, body: content });
  const { data, message } = (await answer.json()) as { data?: { id: string }; message?: string };
  expect(answer.status, message).toBe(200);
  return waitForState(service, data?.id, 'preview');
}

const zipOf = (files: Readonly<Record<string, string>>) =>
  new Uint8Array(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  );

async function kept() {
  const all = { type: 'all', sort: 'addedAt:asc', limit: 100, offset: 0 } as const;
  const { shelves, lists, ratings } = service.store;
  const shelf = async (name: 'watchlist' | 'favorites' | 'collection') =>
    (await shelves.list(service.owner.id, name, all)).map(({ media }) => media).toSorted();
  const named = await lists.list(service.owner.id, all);
  const entries = await Promise.all(
    named.map(async (list) => [list.name, (await lists.items(list, all)).map(({ media }) => media)] as const),
  );
  const grades = await ratings.grades(service.owner.id, all);
  return {
    watchlist: await shelf('watchlist'),
    favorites: await shelf('favorites'),
    collection: await shelf('collection'),
    lists: Object.fromEntries(entries),
    reviews: grades.flatMap(({ media, review }) => (review === null ? [] : [[media, review]])),
  };
}

const NOTHING = { watchlist: [], favorites: [], collection: [], lists: {}, reviews: [] };
const SINTEL = 'movie:45745';
const BUNNY = 'movie:10378';

const letterboxd = zipOf({
  'watchlist.csv': 'Date,Name,Year,Letterboxd URI\n2024-01-03,Sintel,2010,x\n',
  'likes/films.csv': 'Date,Name,Year,Letterboxd URI\n2024-01-03,Big Buck Bunny,2008,x\n',
  'diary.csv':
    'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n2024-01-03,Big Buck Bunny,2008,x,4,,,2024-01-02\n',
  'reviews.csv': 'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date\n'
    .concat('2024-01-03,Big Buck Bunny,2008,x,4,,"Rabbits, big.",cinema,2024-01-02\n')
    .concat('2024-01-05,Sintel,2010,x,,,No stars.,,2024-01-04\n'),
  'lists/best.csv':
    'Letterboxd list export v7\nDate,Name,Tags,URL,Description\n2024-02-01,The best,,u,Two films\n\n'.concat(
      'Position,Name,Year,URL,Description\n1,Sintel,2010,u,\n2,Big Buck Bunny,2008,u,again\n',
    ),
});

test('Letterboxd: watchlist, likes, lists and reviews go to their places, what has none is said', async () => {
  const preview = await read(letterboxd, 'letterboxd.zip');
  const path = `/import/${String(preview['id'])}`;
  const page = await service.app.request(path, { headers: { cookie: await service.signedIn() } });
  const text = await page.text();
  expect(text).toMatch(/Also in the file: .*Favorite: 1.*Lists: 1.*Watchlist: 1/);
  expect(text).toMatch(/This has no place here: .*Reviews: 1.*Tags: 1/);
  const left = await service.app.request(`${path}/left.csv`, {
    headers: { cookie: await service.signedIn() },
  });
  expect(await left.text()).toMatch(/Sintel,2010,,,,No stars\.\r\n/);
  expect(await kept()).toEqual(NOTHING);
  await storeImport(service, preview['id']);
  expect(await kept()).toEqual({
    watchlist: [SINTEL],
    favorites: [BUNNY],
    collection: [],
    lists: { 'The best': [SINTEL, BUNNY] },
    reviews: [[BUNNY, 'Rabbits, big.']],
  });
  expect(await service.history()).toHaveLength(2);
  const again = await read(letterboxd, 'letterboxd.zip');
  expect(again).toMatchObject({ waiting: 0, unclear: 0 });
  await service.call('DELETE', `/matinee/imports/${String(preview['id'])}`);
  expect(await kept()).toEqual(NOTHING);
  expect(await service.store.check()).toEqual([]);
});

const film = { title: 'Sintel', year: 2010, ids: { tmdb: 45_745 } };
const show = { title: 'Pioneer One', year: 2010, ids: { tmdb: 1396 } };

test('Trakt: the files of its archive, a list by the name that another of them states', async () => {
  const listed_at = '2024-01-02T20:00:00.000Z';
  const archive = zipOf({
    'lists-watchlist.json': JSON.stringify([{ type: 'movie', listed_at, movie: film }]),
    'lists-favorites.json': JSON.stringify([{ type: 'show', listed_at, show, notes: 'of all' }]),
    'lists-lists.json': JSON.stringify([{ name: 'Late at night', ids: { trakt: 9, slug: 'late' } }]),
    'lists-list-9-late.json': JSON.stringify([
      { type: 'show', listed_at, show },
      { type: 'movie', listed_at, movie: film },
      { type: 'episode', listed_at, show, episode: { season: 1, number: 1 } },
    ]),
    'collection-shows.json': JSON.stringify([{ last_collected_at: listed_at, show }]),
  });
  const preview = await read(archive, 'trakt.zip');
  expect(preview).toMatchObject({ source: 'Trakt', unclear: 0, unread: 1 });
  await storeImport(service, preview['id']);
  expect(await kept()).toMatchObject({
    watchlist: [SINTEL],
    favorites: ['show:1396'],
    collection: ['show:1396'],
    lists: { 'Late at night': ['show:1396', SINTEL] },
  });
});

const imdb =
  'Position,Const,Created,Modified,Description,Title,Title Type,Year,Your Rating,Date Rated\n'.concat(
    '1,tt1727587,2024-01-02,,,Sintel,Movie,2010,,\n2,tt0000001,2024-01-02,,,A game,Video Game,2010,,\n',
  );
const tmdb =
  'TMDb ID,IMDb ID,Type,Name,Release Date,Season Number,Episode Number,Rating,Your Rating,Date Rated\n'.concat(
    '45745,tt1727587,movie,Sintel,2010-09-30,,,7,,\n1396,x,tv,Pioneer One,2010-01-01,,,7,,\n',
  );
const planned = { status: 'plantowatch', added_to_watchlist_at: '2024-01-02T20:00:00Z' };

test.each([
  ['IMDb', 'WATCHLIST.csv', imdb, { watchlist: [SINTEL] }],
  ['IMDb', 'Late at night.csv', imdb, { lists: { 'Late at night': [SINTEL] } }],
  ['TMDB', 'tmdb-watchlist.csv', tmdb, { watchlist: [SINTEL, 'show:1396'] }],
  ['TMDB', 'favorites.csv', tmdb, { favorites: [SINTEL, 'show:1396'] }],
  [
    'Simkl',
    'simkl.json',
    JSON.stringify({ movies: [{ ...planned, movie: film }], shows: [{ ...planned, show }] }),
    { watchlist: [SINTEL, 'show:1396'] },
  ],
  [
    'Movary',
    'watchlist.csv',
    'title,year,tmdbId,imdbId,addedAt\nSintel,2010,45745,tt1727587,2024-01-02\n',
    { watchlist: [SINTEL] },
  ],
  [
    'Yamtrack',
    'yamtrack.csv',
    'media_id,source,media_type,title,status\n45745,tmdb,movie,Sintel,Planning\n1396,tmdb,tv,Pioneer One,Planning\n',
    { watchlist: [SINTEL, 'show:1396'] },
  ],
  [
    'Watcharr',
    'watcharr.json',
    JSON.stringify([{ status: 'PLANNED', content: { tmdbId: 1396, title: 'Pioneer One', type: 'tv' } }]),
    { watchlist: ['show:1396'] },
  ],
])('%s: %s', async (source, name, content, expected) => {
  const preview = await read(content, name);
  expect(preview).toMatchObject({ source, unclear: 0 });
  await storeImport(service, preview['id']);
  expect(await kept()).toEqual({ ...NOTHING, ...expected });
  await service.call('DELETE', `/matinee/imports/${String(preview['id'])}`);
  expect(await kept()).toEqual(NOTHING);
});
