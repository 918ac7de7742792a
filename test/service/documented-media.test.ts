import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTest, type ServiceUnderTest } from './service-under-test';

let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startTest();
});
afterEach(() => service.close());

const post = (path: string, body: unknown) => service.call('POST', path, { body });
const resolve = async (body: unknown) => (await post('/media/resolve', body)).body.data;
const episode = (seasonNumber: number, episodeNumber: number) =>
  post('/history', { type: 'episode', tvShowId: 1396, seasonNumber, episodeNumber });

describe('POST /media/resolve', () => {
  test.each([
    ['a film by its IMDb id', { imdbId: 'tt1254207', type: 'movie' }, { type: 'movie', tmdbId: 10_378 }],
    ['a film by its IMDb id alone', { imdb_id: 'tt1254207' }, { type: 'movie', tmdbId: 10_378 }],
    ['a series by its IMDb id alone', { imdbId: 'tt0903747' }, { type: 'tv', tmdbId: 1396 }],
    ['an id as text', { tmdb_id: '10378', type: 'movie' }, { type: 'movie', title: 'Big Buck Bunny' }],
    ['a series by its id', { tmdbId: 1396, type: 'tv' }, { type: 'tv', title: 'Breaking Bad' }],
    ['a series by its title', { type: 'tv', title: 'Breaking Bad', year: 2008 }, { matchConfidence: 'high' }],
    ['a title without a type', { title: 'Breaking Bad' }, { type: 'tv', tmdbId: 1396 }],
    ['a film without a type', { title: 'Sintel', year: '2010' }, { type: 'movie', tmdbId: 45_745 }],
    [
      'an episode by its place',
      { type: 'episode', tvShowId: 1396, seasonNumber: '1', episodeNumber: 2 },
      { type: 'episode', tvShowId: 1396, seasonNumber: 1, episodeNumber: 2, title: "Cat's in the Bag..." },
    ],
  ])('finds %s', async (_, question, answer) => {
    expect(await resolve(question)).toMatchObject(answer);
  });

  test('a title of another year is no certain match', async () => {
    expect(await resolve({ type: 'tv', title: 'Breaking Bad', year: 1950 })).not.toMatchObject({
      matchConfidence: 'high',
    });
  });

  test('ignores fields that it does not know, and says what is missing', async () => {
    expect(await resolve({ type: 'movie', title: 'Sintel', seriesTitle: 'x' })).toMatchObject({
      tmdbId: 45_745,
    });
    for (const question of [{}, { type: 'movie' }, { tmdbId: 1396 }, { type: 'episode', episodeNumber: 2 }])
      expect((await post('/media/resolve', question)).status).toBe(400);
    expect((await post('/media/resolve', { type: 'tv', title: 'Nobody made this' })).status).toBe(404);
  });

  test('several at once, by IMDb id or index, without those that are not known', async () => {
    const items = [
      { imdbId: 'tt1254207', type: 'movie' },
      { title: 'Nobody made this', type: 'movie' },
      { tmdbId: 1396, type: 'tv' },
      'no question',
    ];
    expect((await post('/media/resolve/batch', { items })).body.data).toMatchObject({
      tt1254207: { tmdbId: 10_378 },
      2: { tmdbId: 1396 },
    });
    const many = Array.from({ length: 51 }, () => ({ title: 'Sintel' }));
    expect((await post('/media/resolve/batch', { items: many })).status).toBe(400);
  });
});

describe('POST /media/status', () => {
  test('says what the person has to do with films, series and episodes', async () => {
    await post('/history', { type: 'movie', id: 10_378, count: 3, watchedAt: '2026-01-01T12:00:00Z' });
    await post('/ratings', { type: 'movie', id: 10_378, rating: 9 });
    await post('/watchlist', { type: 'movie', id: 45_745, priority: 2 });
    await post('/favorites', { type: 'tv', id: 1396 });
    await episode(1, 1);
    await episode(0, 1);
    await service.scrobble({
      type: 'episode',
      id: 62_086,
      tvShowId: 1396,
      seasonNumber: 1,
      episodeNumber: 2,
      progress: 40,
      duration: 100,
    });
    const items = [
      { type: 'movie', id: 10_378 },
      { type: 'movie', id: 45_745 },
      { type: 'tv', tmdb_id: 1396 },
      { type: 'episode', id: 62_086, tmdbId: 1396, season: 1, episode: 2 },
      { type: 'episode', tmdbId: 1396, seasonNumber: 1, episodeNumber: 1 },
      { type: 'other', id: 1 },
    ];
    const { data } = (await post('/media/status', { items })).body;
    expect(data).toMatchObject({
      'movie:10378': {
        watched: true,
        rewatchCount: 3,
        watchedAt: '2026-01-01T12:00:00.000Z',
        rating: 9,
        inWatchlist: false,
      },
      'movie:45745': { watched: false, inWatchlist: true, watchlistPriority: 2, isFavorite: false },
      'tv:1396': { watched: true, isFavorite: true, watchedEpisodes: 1, airedEpisodes: 62 },
      'episode:62086': { watched: false, inProgress: true, progress: 40, duration: 100 },
      'episode:1396:1:2': { inProgress: true },
      'episode:1396:1:1': { watched: true, inProgress: false },
    });
    expect(Object.keys(data ?? {})).toHaveLength(6);
  });

  test('of nothing is empty, of more than 50 refused', async () => {
    expect((await post('/media/status', { items: [] })).body.data).toEqual({});
    const items = Array.from({ length: 51 }, (_, id) => ({ type: 'movie', id: id + 1 }));
    expect((await post('/media/status', { items })).status).toBe(400);
  });
});

test('POST /media/show-progress: how much was watched, and what comes next', async () => {
  for (const number of [1, 2, 3, 4, 5, 6, 7]) await episode(1, number);
  await episode(0, 1);
  const { data } = (await post('/media/show-progress', { ids: [1396, 999_999_999] })).body;
  expect(data).toEqual({
    1396: {
      watchedEpisodes: 7,
      airedEpisodes: 62,
      lastWatchedAt: expect.any(String) as string,
      next: { seasonNumber: 2, episodeNumber: 1, title: 'Seven Thirty-Seven' },
      seasons: expect.any(Array) as unknown[],
    },
  });
  expect((data?.['1396'] as { seasons: object[] } | undefined)?.seasons).toMatchObject([
    { seasonNumber: 0, watched: 1 },
    { seasonNumber: 1, watched: 7, aired: 7, episodes: { 1: true, 7: true } },
    { seasonNumber: 2, watched: 0, aired: 13, episodes: {} },
    {},
    {},
    {},
  ]);
});

test('GET /me names who is signed in, with sums', async () => {
  await service.store.users.claim('ada', 'correct horse battery');
  await post('/history', { type: 'movie', id: 10_378, count: 2 });
  await episode(1, 1);
  await post('/watchlist', { type: 'movie', id: 5 });
  expect((await service.call('GET', '/me', { key: service.pk })).body).toMatchObject({
    success: true,
    user: { id: service.owner.id, name: 'ada', username: 'ada' },
    stats: {
      history: { total: 2, movies: 1, episodes: 1 },
      watchlist: { total: 1 },
      lists: { total: 0 },
      viewings: { total: 3 },
    },
  });
});

test('GET /sync/last_activities: each part changes on its own', async () => {
  const last = async () => (await service.call('GET', '/sync/last_activities')).body.data ?? {};
  expect(Object.values(await last()).every((time) => time === null)).toBe(true);
  const steps = [
    ['history', () => post('/history', { type: 'movie', id: 5 })],
    ['ratings', () => post('/ratings', { type: 'movie', id: 5, rating: 5 })],
    ['watchlist', () => post('/watchlist', { type: 'movie', id: 5 })],
    ['favorites', () => post('/favorites', { type: 'movie', id: 5 })],
    ['collection', () => post('/collection', { type: 'movie', id: 5 })],
    ['lists', () => post('/lists', { name: 'x' })],
    ['scrobbles', () => service.scrobble({ type: 'movie', tmdbId: 6, progress: 10, duration: 100 })],
    ['watchlist', () => service.call('DELETE', '/watchlist?type=movie&id=5')],
    ['history', () => service.call('DELETE', '/history?type=movie&id=5')],
  ] as const;
  for (const [area, change] of steps) {
    const before = await last();
    service.wait(60);
    await change();
    const after = await last();
    const now = new Date(service.clock.now).toISOString();
    expect([after['all'], after[area]]).toEqual([now, now]);
    const others = Object.keys(after).filter((name) => ![area, 'all', 'scrobbles'].includes(name));
    for (const name of others) expect(after[name]).toBe(before[name]);
  }
});

describe('the sign-in of a device', () => {
  const open = async () => (await service.call('POST', '/auth/device/code', { key: undefined })).body;
  const ask = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
    service.app.request(`/api/v1/auth/device/${path}`, { headers, ...init });

  test('a waiting code is confirmed and drawn, another one is not', async () => {
    const code = String((await open())['user_code']);
    const verified = await ask(`verify?user_code=${code.toLowerCase()}`);
    expect(await verified.json()).toMatchObject({ success: true, data: { userCode: code } });
    const picture = await ask(`qr?user_code=${code}`);
    expect(picture.headers.get('content-type')).toBe('image/png');
    const bytes = new Uint8Array(await picture.arrayBuffer());
    expect([...bytes].slice(0, 8)).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    expect((await ask('verify?user_code=BCDF-BCDF')).status).toBe(400);
    expect((await ask('qr?user_code=BCDF-BCDF')).status).toBe(404);
    expect((await ask('qr')).status).toBe(400);
  });

  test('codes cannot be tried out', async () => {
    const statuses: number[] = [];
    for (let asked = 0; asked < 61; asked += 1)
      statuses.push((await ask('verify?user_code=BCDF-BCDF')).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  test('is approved by a recent sign-in of the same site alone', async () => {
    const code = String((await open())['user_code']);
    const cookie = await service.signedIn();
    const body = JSON.stringify({ user_code: code });
    const approve = async (headers: Record<string, string>) =>
      (await ask('approve', { 'content-type': 'application/json', ...headers }, { method: 'POST', body }))
        .status;
    expect(await approve({ origin: 'http://localhost' })).toBe(401);
    expect(await approve({ origin: 'http://localhost', 'x-api-key': service.sk })).toBe(401);
    expect(await approve({ cookie })).toBe(403);
    expect(await approve({ cookie, origin: 'https://evil.example' })).toBe(403);
    service.wait(601);
    expect(await approve({ cookie, origin: 'http://localhost' })).toBe(403);
    const again = await service.signedIn();
    expect(await approve({ cookie: again, origin: 'http://localhost' })).toBe(200);
    expect(await approve({ cookie: again, origin: 'http://localhost' })).toBe(400);
  });
});

describe('GET /connectors and POST /connectors/submit', () => {
  const submit = (definition: unknown, domains = ['www.example.test']) =>
    post('/connectors/submit', { name: 'Example', domains, definition });

  test('takes extractors, without a universal selector, on at most 10 domains', async () => {
    const extractors = { title: { selector: 'h1.title' }, link: { selector: 'a[href*="watch"]' } };
    expect((await submit({ version: 1, extractors })).status).toBe(201);
    for (const selector of ['*', 'main *', 'h1, *', 'body > *'])
      expect((await submit({ extractors: { title: { selector } } })).status).toBe(400);
    const many = Array.from({ length: 11 }, (_, index) => `site${index}.example.test`);
    expect((await submit({ extractors }, many)).status).toBe(400);
    for (const definition of [{ version: 1 }, { extractors: {} }])
      expect((await submit(definition)).status).toBe(400);
  });

  test('accepted ones are public, and answered by their tag while nothing has changed', async () => {
    const ask = (headers: Record<string, string> = {}) =>
      service.app.request('/api/v1/connectors', { headers });
    const first = await ask();
    expect(await first.json()).toEqual({ success: true, data: [] });
    const id = String((await submit({ extractors: { title: 'h1' } })).body.data?.['id']);
    const tag = first.headers.get('etag') ?? '';
    expect((await ask({ 'if-none-match': tag })).status).toBe(304);
    await service.store.connectors.review(id, 'accepted', '');
    const second = await ask({ 'if-none-match': tag });
    expect(await second.json()).toMatchObject({
      data: [{ id, definition: { extractors: { title: 'h1' } } }],
    });
  });
});
