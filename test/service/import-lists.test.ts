import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTaken, store as storeImport, waitForState } from './import-file';
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

test.each([
  ['WATCHLIST.csv', imdb.concat('3,tt0903747,2024-01-02,,,Breaking Bad,TV Series,2008,9,2024-02-03\n'), 1],
  [
    'Late at night.csv',
    imdb.concat('3,tt0903747,2024-01-02,,,Breaking Bad,TV Series,2008,9,2024-02-03\n'),
    1,
  ],
  ['watchlist.csv', tmdb.replace('2010-01-01,,,7,,', '2010-01-01,,,7,9,2024-02-03'), 0],
])('%s with one rated series is a list, and the series is rated', async (name, file, unread) => {
  const preview = await read(file, name);
  expect(preview).toMatchObject({ unread, unclear: 0 });
  await storeImport(service, preview['id']);
  const { watchlist, lists } = await kept();
  const listed = /watchlist/i.test(name) ? watchlist : lists['Late at night'];
  expect(listed).toEqual([SINTEL, 'show:1396']);
  expect(await ratedWorks()).toEqual(['show:1396 9']);
});

/** The forms of TV Time's personal data and last export: github.com/trakt/trakt-web, `__fixtures__/tvtime`. */
const tvTime = zipOf({
  'tracking-prod-records-v2.csv':
    'created_at,key,uuid,is_archived,is_followed,s_id,is_for_later,s_no,ep_no,ep_id,movie_name,series_name,season_number,episode_number\n'
      .concat('2019-03-02 21:15:04,watch-episode-1,,,,176941,,1,1,1,,Sherlock (2010),1,1\n')
      .concat('2019-03-02 21:10:04,user-series-1,u1,false,true,176941,false,,,,,Sherlock (2010),,\n')
      .concat('2020-03-02 21:10:04,user-series-2,u2,false,true,360893,true,,,,,Chernobyl,,\n')
      .concat('2020-03-02 21:10:04,user-series-3,u3,true,false,81189,false,,,,,Breaking Bad,,\n'),
  'tracking-prod-records.csv':
    'uuid,type,entity_type,series_name,season_number,episode_number,movie_name,release_date,created_at\n'
      .concat('f1,towatch,movie,,,,Sintel,2010-09-27 00:00:00,2020-01-03 20:00:00\n')
      .concat('f2,towatch,movie,,,,Big Buck Bunny,2008-04-10 00:00:00,2020-01-03 20:00:00\n')
      .concat('f2,watch,movie,,,,Big Buck Bunny,2008-04-10 00:00:00,2020-01-05 20:00:00\n'),
  'lists-prod-lists.csv': 'ordering,s_key,name,type,description,is_public,user_id,objects,created_at\n'
    .concat('0,favorite-movies,,list,,false,0,[map[created_at:1.707766149e+09 type:movie uuid:f2]],2024\n')
    .concat('0,x,Best,list,Two,true,0,[map[created_at:1.7077e+09 id:81189 type:series] ')
    .concat('map[created_at:1.7078e+09 type:movie uuid:f1] map[id:1 type:series]],2024-02-12 19:28:40\n'),
  'ratings-live-votes.csv': 'uuid,vote_key,user_id,episode_id,movie_name\n'
    .concat('f2,f2-0-29,0,0,Big Buck Bunny\n')
    .concat('f1,f1-0-20,0,0,Sintel\n'),
  'emotions-live-votes.csv': 'uuid,vote_key,user_id,episode_id,movie_name\nf1,f1-0-3,0,0,Sintel\n',
  'tv_show_rate.csv': 'user_id,tv_show_id,rating,created_at,updated_at,tv_show_name\n'.concat(
    '0,81189,5,2017-03-12 08:51:53,2017-03-12 08:51:54,Breaking Bad\n',
  ),
});

test('TV Time’s personal data: what was planned, put away, rated, and lists by names of other files', async () => {
  const { store, owner } = service;
  const preview = await read(tvTime, 'tvtime.zip');
  expect(preview).toMatchObject({ source: 'TV Time', unclear: 0 });
  await storeImport(service, preview['id']);
  expect(await kept()).toMatchObject({
    watchlist: ['movie:45745', 'show:87108'],
    favorites: [BUNNY],
    lists: { Best: ['show:1396', SINTEL] },
  });
  expect((await service.history()).length).toBe(2);
  expect(await store.droppedShows.list(owner.id)).toMatchObject([{ showId: 1396 }]);
  expect(await ratedWorks()).toEqual(['movie:10378 8', 'show:1396 10']);
  await service.call('DELETE', `/matinee/imports/${String(preview['id'])}`);
  await waitForGone(preview['id']);
  expect([await kept(), await store.droppedShows.list(owner.id)]).toEqual([NOTHING, []]);
});

test('TV Time: a vote about an episode is its rating, and how it felt is no viewing', async () => {
  const votes =
    'uuid,vote_key,user_id,episode_id,series_name,season_number,episode_number,created_at\n'.concat(
      'e1,1-2-29,0,62086,Breaking Bad,1,2,2020-01-03 20:00:00\n',
    );
  expect(await readTaken(votes, 'ratings-3-prod-episode_votes.csv')).toEqual({
    source: 'TV Time',
    rows: [{ type: 'episode', title: 'Breaking Bad', seasonNumber: 1, episodeNumber: 2, rating: 8 }],
    unread: 0,
  });
  expect(await readTaken(votes, 'emotions-3-prod-episode_votes.csv')).toBeUndefined();
});

test('TV Time: series are planned and put away also where no episode was ever watched', async () => {
  const file = 'created_at,key,uuid,is_archived,is_followed,s_id,is_for_later,series_name\n'
    .concat('2020-03-02 21:10:04,user-series-2,u2,false,true,360893,true,Chernobyl\n')
    .concat('2020-03-02 21:10:04,user-series-3,u3,true,false,81189,false,Breaking Bad\n');
  expect(await readTaken(file, 'tracking-prod-records-v2.csv')).toMatchObject({
    source: 'TV Time',
    rows: [
      { title: 'Chernobyl', tvdbId: 360_893, part: 'watchlist' },
      { title: 'Breaking Bad', part: 'dropped' },
    ],
    unread: 0,
  });
});

async function waitForGone(id: unknown): Promise<void> {
  for (;;) {
    const { status } = await service.call('GET', `/matinee/imports/${String(id)}`);
    if (status === 404) return;
  }
}

test('TV Time’s last export: series not begun or stopped, films not seen, favourites and lists', async () => {
  const csv = zipOf({
    'tvtime-series.csv': 'uuid,tvdb_id,imdb_id,title,status,created_at\n'
      .concat('u,360893,,Chernobyl,not_started_yet,2018-12-18T12:39:15Z\n')
      .concat('u,81189,,Breaking Bad,stopped,2018-12-18T12:39:15Z\n')
      .concat('u,176941,,Sherlock,up_to_date,2018-12-18T12:39:15Z\n'),
    'tvtime-movies.csv':
      'uuid,tvdb_id,imdb_id,title,year,created_at,watched_at,is_watched,rewatch_count\n'.concat(
        'u,1,tt1727587,Sintel,2010,2022-10-18T22:12:05Z,,false,0\n',
      ),
    'tvtime-lists.csv': 'list_id,list_name,item_type,tvdb_id,uuid,name,custom_order\n'
      .concat('a,LIKE,series,81189,,Breaking Bad,0\nb,Other,movie,1,,Sintel,0\n')
      .concat('a,LIKE,series,343391,,,1\na,LIKE,series,360893,,Chernobyl,2\n'),
  });
  await storeImport(service, (await read(csv, 'tvtime-export.zip'))['id']);
  expect(await kept()).toMatchObject({
    watchlist: [SINTEL, 'show:87108'],
    lists: { LIKE: ['show:1396', 'show:87108'], Other: [SINTEL] },
  });
  const json = JSON.stringify([
    { id: { tvdb: 81_189 }, title: 'Breaking Bad', status: 'stopped', is_favorite: true, seasons: [] },
  ]);
  await storeImport(service, (await read(json, 'tvtime-series.json'))['id']);
  expect(await kept()).toMatchObject({ favorites: ['show:1396'] });
  const lists = JSON.stringify([
    { name: 'More', items: [{ type: 'series', tvdb_id: 81_189, name: 'Breaking Bad' }] },
  ]);
  await storeImport(service, (await read(lists, 'tvtime-lists.json'))['id']);
  expect(await kept()).toMatchObject({ lists: { More: ['show:1396'] } });
});

test('TV Time Liberator: watchlist and ratings beside the history', async () => {
  const file =
    'imdb_id,tvdb_id,type,title,season,episode,is_special,is_watched,watched_at,status,is_watchlisted,rating\n'
      .concat('tt1727587,1,movie,Sintel,,,,true,2024-01-02T20:00:00Z,,false,9\n')
      .concat('tt1254207,2,movie,Big Buck Bunny,,,,false,,,true,\n')
      .concat('-1,81189,series,Breaking Bad,,,,false,,,true,\n')
      .concat('-1,349232,episode,Breaking Bad,1,1,false,true,2024-01-03T20:00:00Z,,,\n');
  await storeImport(service, (await read(file, 'activity_history.csv'))['id']);
  expect(await kept()).toMatchObject({ watchlist: [BUNNY, 'show:1396'] });
  expect((await service.history()).length).toBe(2);
});

/** `CompleteExport` of https://github.com/ignisda/ryot, `apps/docs/src/includes/export-schema.ts`. */
test('Ryot: collections are the watchlist, what is owned, and lists; series and seasons are rated', async () => {
  const inCollections = (...names: string[]) =>
    names.map((collection_name) => ({ collection_name, created_on: '2024-01-02T10:00:00Z' }));
  const content = {
    metadata: [
      {
        lot: 'movie',
        source: 'tmdb',
        identifier: '45745',
        source_id: 'Sintel',
        seen_history: [],
        collections: inCollections('Watchlist', 'Cosy', 'Reminders', 'Completed'),
        reviews: [{ rating: '85' }],
      },
      {
        lot: 'show',
        source: 'tmdb',
        identifier: '1396',
        source_id: 'Breaking Bad',
        seen_history: [{ show_season_number: 1, show_episode_number: 1, ended_on: '2024-01-02' }],
        collections: inCollections('Owned', 'Cosy', 'In Progress'),
        reviews: [
          { rating: '90', review: { date: '2024-01-02', text: 'All of it.' } },
          { rating: '70', show_season_number: 2 },
          { rating: '60', show_season_number: 1, show_episode_number: 1 },
        ],
      },
      {
        lot: 'show',
        source: 'tvdb',
        identifier: '360893',
        source_id: 'Chernobyl',
        seen_history: [],
        collections: inCollections('Favorites'),
        reviews: [],
      },
    ],
  };
  const preview = await read(JSON.stringify(content), 'ryot.json');
  expect(preview).toMatchObject({ source: 'Ryot', unread: 1, unclear: 0 });
  await storeImport(service, preview['id']);
  expect(await kept()).toMatchObject({
    watchlist: [SINTEL],
    favorites: ['show:87108'],
    collection: ['show:1396'],
    lists: { Cosy: [SINTEL, 'show:1396'] },
    reviews: [['show:1396', 'All of it.']],
  });
  expect(await ratedWorks()).toEqual([
    'episode:1396:1:1 6',
    'movie:45745 8.5',
    'season:1396:2 7',
    'show:1396 9',
  ]);
});

async function ratedWorks() {
  const grades = await service.store.ratings.grades(service.owner.id, { type: 'all', limit: 9, offset: 0 });
  return grades.map(({ media, rating }) => `${media} ${String(rating)}`).toSorted();
}

/** The interface of Serializd, as https://github.com/Velocidensity/serializd-py and others read it. */
test('Serializd: shelves, pages, and the diary with series, seasons and reviews', async () => {
  const season = (showId: number, seasonId: number) => ({
    showId,
    seasonId,
    dateAdded: '2024-01-02T10:00:00Z',
  });
  const context = {
    watchlist: [season(87_108, 1), season(87_108, 2)],
    droppedShows: [season(1396, 3)],
    watched: [season(19_885, 4)],
  };
  const shelves = await read(JSON.stringify({ username: 'ada', context }), 'user_information.json');
  expect(shelves).toMatchObject({ source: 'Serializd', unread: 1, unclear: 0 });
  await storeImport(service, shelves['id']);
  expect(await kept()).toMatchObject({ watchlist: ['show:87108'] });
  expect(await service.store.droppedShows.list(service.owner.id)).toMatchObject([{ showId: 1396 }]);

  const page = { totalPages: 1, items: [{ showId: 1396, showName: 'Breaking Bad', seasonIds: [7] }] };
  await storeImport(service, (await read(JSON.stringify(page), 'watchlist.json'))['id']);
  expect(await kept()).toMatchObject({ watchlist: ['show:1396', 'show:87108'] });

  const diary = [
    {
      name: 'Breaking Bad',
      showId: 1396,
      dateAdded: '2024-01-03T10:00:00Z',
      rating: 8,
      reviewText: 'Good.',
      isLog: true,
      season: { seasonId: 3, seasonNumber: 1 },
      episode: { episodeNumber: 2 },
      tags: ['late'],
    },
    {
      name: 'Breaking Bad',
      showId: 1396,
      dateAdded: '2024-01-04T10:00:00Z',
      rating: 7,
      isLog: false,
      season: { seasonId: 3, seasonNumber: 1 },
      episode: null,
      tags: [],
    },
    {
      name: 'Breaking Bad',
      showId: 1396,
      dateAdded: '2024-01-05T10:00:00Z',
      rating: 9,
      isLog: false,
      season: null,
      episode: null,
      tags: [],
    },
  ];
  const file = {
    exportedAt: 'x',
    username: 'ada',
    fields: ['name'],
    shows: [{ name: 'Breaking Bad' }],
    diary,
  };
  const preview = await read(JSON.stringify(file), 'serializd-export.json');
  expect(preview).toMatchObject({ source: 'Serializd', unread: 0, left: 1 });
  await storeImport(service, preview['id']);
  expect(await ratedWorks()).toEqual(['episode:1396:1:2 8', 'season:1396:1 7', 'show:1396 9']);
  expect((await service.history()).length).toBe(1);

  const csv = 'name,showId,dateAdded,rating,reviewText,episode,season,isRewatch,isLog,tags\n'.concat(
    'Chernobyl,87108,2024-02-03T10:00:00Z,8,,"{""episodeNumber"":1}","{""seasonId"":5,""seasonNumber"":1}",false,true,\n',
  );
  await storeImport(service, (await read(csv, 'diary.csv'))['id']);
  expect((await service.history()).length).toBe(2);
});

test('Serializd: what is liked, the CSV says as a text', async () => {
  const csv = 'name,showId,dateAdded,rating,reviewText,episode,season,isRewatch,isLog,tags,like\n'.concat(
    'Chernobyl,87108,2024-02-03T10:00:00Z,,,,,false,false,,true\n',
  );
  expect(await readTaken(csv, 'diary.csv')).toMatchObject({ rows: [{ tmdbId: 87_108, part: 'favorites' }] });
});

test('ratings without a date are kept as of now', async () => {
  const file = 'title,year,tmdbId,imdbId,userRating\nSintel,2010,45745,tt1727587,7\n';
  await storeImport(service, (await read(file, 'ratings.csv'))['id']);
  expect(await ratedWorks()).toEqual(['movie:45745 7']);
});

/** Titles as sites of anime have them, https://myanimelist.net and https://anilist.co. */
const aniList = JSON.stringify({
  data: {
    MediaListCollection: {
      lists: [
        {
          isCustomList: false,
          entries: [
            { status: 'PLANNING', progress: 0, media: { format: 'TV', title: { romaji: 'Breaking Bad' } } },
            { status: 'PLANNING', progress: 0, media: { format: 'MOVIE', title: { romaji: 'Sintel' } } },
            {
              status: 'DROPPED',
              progress: 1,
              score: 45,
              repeat: 0,
              media: { title: { romaji: 'Chernobyl' } },
            },
            {
              status: 'COMPLETED',
              progress: 1,
              score: 85,
              repeat: 2,
              media: { format: 'MOVIE', title: { romaji: 'Big Buck Bunny' } },
            },
          ],
        },
        {
          name: 'Late at night',
          isCustomList: true,
          entries: [{ media: { format: 'MOVIE', title: { romaji: 'Sintel' } } }],
        },
      ],
    },
  },
});
const myAnimeList = '<?xml version="1.0"?><myanimelist>'.concat(
  '<anime><series_title>Breaking Bad</series_title><my_status>Plan to Watch</my_status></anime>',
  '<anime><series_title>Sintel</series_title><series_type>Movie</series_type><my_status>6</my_status></anime>',
  '<anime><series_title>Chernobyl</series_title><my_watched_episodes>1</my_watched_episodes>',
  '<my_score>4</my_score><my_status>Dropped</my_status></anime>',
  '<anime><series_title>Big Buck Bunny</series_title><series_type>Movie</series_type>',
  '<my_watched_episodes>1</my_watched_episodes><my_score>8</my_score><my_times_watched>2</my_times_watched>',
  '<my_status>Completed</my_status></anime></myanimelist>',
);

test.each([
  ['AniList', 'anilist.json', aniList, { lists: { 'Late at night': [SINTEL] } }, 8.5],
  ['MyAnimeList', 'animelist.xml', myAnimeList, {}, 8],
])('%s: what is planned and dropped', async (source, name, content, expected, rating) => {
  const preview = await read(content, name);
  // The score of a season has no place, and what was watched again has no time.
  expect(preview).toMatchObject({ source, unread: 1, unclear: 0, left: 2 });
  await storeImport(service, preview['id']);
  expect(await kept()).toEqual({ ...NOTHING, watchlist: [SINTEL, 'show:1396'], ...expected });
  expect(await dropped()).toEqual([87_108]);
  expect(await ratedWorks()).toEqual([`${BUNNY} ${String(rating)}`]);
  expect((await service.history()).length).toBe(2);
  await service.call('DELETE', `/matinee/imports/${String(preview['id'])}`);
  expect([await kept(), await dropped()]).toEqual([NOTHING, []]);
});

const dropped = async () =>
  (await service.store.droppedShows.list(service.owner.id))
    .map(({ showId }) => showId)
    .toSorted((a, b) => a - b);
const given = { tmdbId: 1396, title: 'Breaking Bad', type: 'tv' };
const watchedAt = '2024-01-02T20:00:00Z';
const simklShow = (status: string, tmdb: number) => ({
  status,
  last_watched_at: watchedAt,
  show: { title: 'X', ids: { tmdb } },
  seasons: [{ number: 1, episodes: [{ number: 1, watched_at: watchedAt }] }],
});

test.each([
  [
    'Simkl',
    'simkl.json',
    JSON.stringify({ shows: [simklShow('dropped', 1396), simklShow('notinteresting', 87_108)] }),
    [1396, 87_108],
    2,
  ],
  [
    'Simkl',
    'simkl.csv',
    'SIMKL_ID,Title,Type,Year,Watchlist,LastEpWatched,WatchedDate,Rating,Memo,TVDB,TMDB,IMDB\n'.concat(
      '1,Breaking Bad,tv,2008,dropped,s1e1,18-12-2023 21:50:41,,,,1396,\n',
      '2,Chernobyl,tv,2019,notinteresting,,,,,,87108,\n',
    ),
    [1396, 87_108],
    1,
  ],
  [
    'Yamtrack',
    'yamtrack.csv',
    'media_id,source,media_type,title,season_number,episode_number,progress,status,end_date\n'.concat(
      '1396,tmdb,tv,Breaking Bad,,,1,Dropped,\n1396,tmdb,season,Breaking Bad,1,,1,Dropped,\n',
      '1396,tmdb,episode,Breaking Bad,1,1,,,2024-01-02\n',
      '1,mal,anime,Chernobyl,,,1,Dropped,2024-01-03\n',
    ),
    [1396, 87_108],
    2,
  ],
  [
    'Watcharr',
    'watcharr.json',
    JSON.stringify([
      {
        status: 'DROPPED',
        createdAt: watchedAt,
        content: given,
        watchedEpisodes: [{ status: 'FINISHED', createdAt: watchedAt, seasonNumber: 1, episodeNumber: 1 }],
      },
    ]),
    [1396],
    1,
  ],
])(
  '%s: a dropped series keeps what was watched of it (%s)',
  async (source, name, content, shows, viewings) => {
    const preview = await read(content, name);
    expect(preview).toMatchObject({ source, unclear: 0 });
    await storeImport(service, preview['id']);
    expect(await dropped()).toEqual(shows);
    expect((await service.history()).length).toBe(viewings);
    await service.call('DELETE', `/matinee/imports/${String(preview['id'])}`);
    expect(await dropped()).toEqual([]);
  },
);

test('TV Time: what was followed before its newer files said so, and favourites', async () => {
  const archive = zipOf({
    'tracking-prod-records-v2.csv': 'created_at,key,s_id,s_no,ep_no,series_name\n'.concat(
      '2019-03-02 21:15:04,watch-episode-1,176941,1,1,Sherlock (2010)\n',
    ),
    'followed_tv_show.csv':
      'user_id,tv_show_id,notification_type,notification_offset,created_at,active,archived,tv_show_name\n'.concat(
        '1,176941,2,0,2019-03-02 21:15:04,1,0,Sherlock (2010)\n',
        '1,360893,2,0,2019-03-02 21:15:04,1,0,Chernobyl\n1,81189,2,0,2019-03-02 21:15:04,1,1,Breaking Bad\n',
      ),
    'user_tv_show_data.csv':
      'tv_show_name,user_id,tv_show_id,is_followed,is_favorited,nb_episodes_seen\n'.concat(
        'Sherlock (2010),1,176941,1,1,1\n',
      ),
  });
  const preview = await read(archive, 'tvtime.zip');
  await storeImport(service, preview['id']);
  expect(await kept()).toMatchObject({ watchlist: ['show:87108'], favorites: ['show:19885'] });
  expect(await dropped()).toEqual([1396]);
});

test('TV Time: what is followed no more, and what its oldest file has seen, is not planned', async () => {
  const archive = zipOf({
    'seen_episode_latest.csv':
      'user_id,episode_id,created_at,tv_show_name,episode_season_number,episode_number\n'.concat(
        '1,5,2019-03-02 21:15:04,Sherlock (2010),1,1\n',
      ),
    'followed_tv_show.csv':
      'user_id,tv_show_id,notification_type,notification_offset,created_at,active,archived,tv_show_name\n'.concat(
        '1,176941,2,0,2019-03-02 21:15:04,1,0,Sherlock (2010)\n',
        '1,360893,2,0,2019-03-02 21:15:04,1,0,Chernobyl\n1,81189,2,0,2019-03-02 21:15:04,0,0,Breaking Bad\n',
      ),
  });
  const file = await readTaken(archive, 'tvtime.zip');
  expect(file?.rows.map(({ title, part }) => [title, part])).toEqual([
    ['Sherlock', undefined],
    ['Chernobyl', 'watchlist'],
  ]);
});

test('Letterboxd’s import form states ratings of 1 to 10', async () => {
  const file = 'tmdbID,Title,Year,WatchedDate,Rating10\n45745,Sintel,2010,2024-01-02,9\n';
  await storeImport(service, (await read(file, 'import.csv'))['id']);
  expect(await ratedWorks()).toEqual([`${SINTEL} 9`]);
});
