import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTest, type ServiceUnderTest } from './service-under-test';

// What a person keeps, in the forms that the documents of API v1 have. `call` compares each answer with the description.

let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startTest();
});
afterEach(() => service.close());

type Entry = Record<string, unknown>;
const get = async (path: string) => (await service.call('GET', path)).body;
const data = async (path: string) => (await get(path)).data as unknown as readonly Entry[];
const post = (path: string, body: unknown) => service.call('POST', path, { body });
const remove = async (path: string) => (await service.call('DELETE', path)).status;
const field = async (path: string, name: string) => (await data(path)).map((entry) => entry[name]);

const bunny = { type: 'movie', id: 10_378 };
const sintel = { type: 'movie', id: 45_745 };
const series = { type: 'tv', id: 1396 };
const pilot = { type: 'episode', tvShowId: 1396, seasonNumber: 1, episodeNumber: 1 };

describe.each(['watchlist', 'favorites', 'collection'])('/%s', (shelf) => {
  test('takes films and series, the latest first, and gives them away once', async () => {
    expect((await post(`/${shelf}`, bunny)).status).toBe(200);
    service.wait(60);
    expect((await post(`/${shelf}`, series)).body.success).toBe(true);
    expect(await data(`/${shelf}`)).toMatchObject([
      { type: 'tv', id: 1396, tmdbId: 1396, title: 'Breaking Bad', info: { mediatype: 'tvshow' } },
      {
        type: 'movie',
        id: 10_378,
        title: 'Big Buck Bunny',
        posterPath: null,
        art: { poster: expect.stringMatching(/^http:\/\/localhost\/poster\/movie\/10378\?k=/) as string },
        addedAt: '2026-01-15T20:00:00.000Z',
      },
    ]);
    expect(await field(`/${shelf}?type=movie`, 'id')).toEqual([10_378]);
    expect(await remove(`/${shelf}?type=movie&id=10378`)).toBe(200);
    expect(await remove(`/${shelf}?type=movie&id=10378`)).toBe(404);
    expect(await field(`/${shelf}`, 'id')).toEqual([1396]);
  });

  test('has pages, and entries with their ids alone', async () => {
    for (let id = 1; id <= 5; id += 1) await post(`/${shelf}`, { type: 'movie', id });
    const page = await get(`/${shelf}?page=2&pageSize=2&minimal=true`);
    expect(page['pagination']).toEqual({
      page: 2,
      pageSize: 2,
      totalItems: 5,
      total: 5,
      totalPages: 3,
      hasMore: true,
    });
    const [entry] = page.data as unknown as Entry[];
    expect(entry).toMatchObject({ type: 'movie', id: 3, tmdbId: 3 });
    expect(entry).not.toHaveProperty('title');
  });

  test.each([
    ['page=0', 'page'],
    ['pageSize=101', 'pageSize'],
    ['type=episode', 'type'],
    ['sort=title:asc', 'sort'],
  ])('refuses ?%s by name', async (query, name) => {
    const { status, body } = await service.call('GET', `/${shelf}?${query}`);
    expect([status, body.error]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.message).toContain(`\`${name}\``);
  });

  test.each([
    ['an episode', pilot],
    ['nothing', {}],
    ['a film without an id', { type: 'movie' }],
    ['id 0', { type: 'movie', id: 0 }],
  ])('refuses %s', async (_, body) => {
    expect((await post(`/${shelf}`, body)).status).toBe(400);
  });
});

test('the watchlist has priorities, of which the smaller comes first, and notes', async () => {
  await post('/watchlist', { ...bunny, priority: 4, notes: 'With the children' });
  await post('/watchlist', { ...sintel, priority: 1 });
  await post('/watchlist', series);
  expect(await field('/watchlist?sort=priority:asc', 'priority')).toEqual([1, 4, null]);
  expect(await field('/watchlist?sort=priority:desc', 'priority')).toEqual([4, 1, null]);
  await post('/watchlist', { ...bunny, priority: 2 });
  expect(await data('/watchlist?sort=priority:desc&pageSize=1')).toMatchObject([
    { id: 10_378, priority: 2, notes: 'With the children' },
  ]);
});

test('the collection has formats', async () => {
  const added = await post('/collection', { ...bunny, format: 'Bluray', notes: 'Box' });
  expect(added.body).toMatchObject({ id: 10_378, title: 'Big Buck Bunny', format: 'Bluray', notes: 'Box' });
  await post('/collection', { ...sintel, format: 'digital' });
  expect(await field('/collection?format=bluray', 'id')).toEqual([10_378]);
});

describe('/lists', () => {
  const create = async (body: unknown) => {
    const answer = await post('/lists', body);
    expect(answer.status).toBe(201);
    return String(answer.body['id']);
  };

  test('a list is made, filled in an order, and emptied', async () => {
    const id = await create({ name: 'Rainy days', description: 'Short', visibility: 'PRIVATE' });
    for (const item of [bunny, sintel, series]) await post(`/lists/${id}/items`, item);
    await post(`/lists/${id}/items`, { ...series, position: 0, notes: 'First' });
    expect(await field(`/lists/${id}/items`, 'id')).toEqual([1396, 10_378, 45_745]);
    expect(await data(`/lists/${id}/items`)).toMatchObject([{ position: 0, notes: 'First' }, {}, {}]);
    expect(await remove(`/lists/${id}/items?type=movie&id=10378`)).toBe(200);
    expect(await field(`/lists/${id}/items`, 'position')).toEqual([0, 1]);
    expect(await remove(`/lists/${id}/items?type=movie&id=10378`)).toBe(404);
    expect(await data('/lists')).toMatchObject([
      { id, name: 'Rainy days', description: 'Short', visibility: 'PRIVATE', kind: 'media', itemCount: 2 },
    ]);
    expect((await data('/lists?minimal=true'))[0]).not.toHaveProperty('visibility');
  });

  test('a list of episodes takes no films, and the other way round', async () => {
    const episodes = await create({ name: 'Best episodes', kind: 'EPISODE' });
    const films = await create({ name: 'Films', kind: 'media' });
    expect((await post(`/lists/${episodes}/items`, pilot)).status).toBe(200);
    expect((await post(`/lists/${episodes}/items`, bunny)).status).toBe(400);
    expect((await post(`/lists/${films}/items`, pilot)).status).toBe(400);
    expect(await data(`/lists/${episodes}/items`)).toMatchObject([
      { type: 'episode', tvShowId: 1396, seasonNumber: 1, episodeNumber: 1, info: { title: 'Pilot' } },
    ]);
  });

  test('what is wrong with a new list is answered with 422', async () => {
    const answer = await post('/lists', { name: ' ' });
    expect([answer.status, answer.body.error]).toEqual([422, 'VALIDATION_ERROR']);
  });

  test('others see a list that is not private, and change none', async () => {
    await service.store.users.claim('ada', 'correct horse battery');
    const ben = await service.store.users.add('ben', 'correct horse battery', 'member');
    const key = await service.store.keys.create(ben?.id ?? '', 'sk', 'of ben');
    const seen = async (visibility: string) => {
      const id = await create({ name: visibility, visibility });
      await post(`/lists/${id}/items`, bunny);
      const read = await service.call('GET', `/lists/${id}/items`, { key });
      const change = await service.call('POST', `/lists/${id}/items`, { key, body: sintel });
      const taken = await service.call('DELETE', `/lists/${id}/items?type=movie&id=10378`, { key });
      return [read.status, change.status, taken.status];
    };
    expect(await seen('PRIVATE')).toEqual([404, 404, 404]);
    expect(await seen('SHARED')).toEqual([200, 403, 403]);
    expect(await seen('PUBLIC')).toEqual([200, 403, 403]);
    expect((await service.call('GET', '/lists', { key })).body.data).toEqual([]);
  });
});

describe('/history', () => {
  test('has each title once, with how often and when last it was watched', async () => {
    await post('/history', { ...bunny, count: 2, watchedAt: '2026-01-01T12:00:00Z' });
    await post('/history', { ...pilot, id: 62_085, watchedAt: '2026-01-02T12:00:00.000+01:00' });
    expect(await data('/history')).toMatchObject([
      {
        type: 'episode',
        id: 62_085,
        episodeId: 62_085,
        tvShowId: 1396,
        seasonNumber: 1,
        episodeNumber: 1,
        title: 'Breaking Bad',
        watchedAt: '2026-01-02T11:00:00.000Z',
        count: 1,
      },
      { type: 'movie', id: 10_378, count: 2, watchedAt: '2026-01-01T12:00:00.000Z' },
    ]);
    expect(await field('/history?sort=watchedAt:asc', 'type')).toEqual(['movie', 'episode']);
    expect(await field('/history?type=episode', 'id')).toEqual([62_085]);
    expect(await data('/history?type=tv')).toMatchObject([
      { type: 'tv', id: 1396, title: 'Breaking Bad', count: 1 },
    ]);
  });

  test('a repeated request with the same time adds nothing', async () => {
    for (let sent = 0; sent < 3; sent += 1)
      await post('/history', { ...bunny, count: 2, watchedAt: '2026-01-01T12:00:00Z' });
    expect(await field('/history', 'count')).toEqual([2]);
    expect(await service.history()).toHaveLength(2);
  });

  test('a title leaves it with all of its viewings, a series with all of its episodes', async () => {
    await post('/history', { ...bunny, count: 3 });
    for (const episodeNumber of [1, 2, 3]) await post('/history', { ...pilot, episodeNumber });
    expect(await remove('/history?type=movie&id=10378')).toBe(200);
    expect(await remove('/history?type=episode&tvShowId=1396&seasonNumber=1&episodeNumber=2')).toBe(200);
    expect(await field('/history', 'episodeNumber')).toHaveLength(2);
    expect(await remove('/history?type=tv&id=1396')).toBe(200);
    expect(await remove('/history?type=tv&id=1396')).toBe(404);
    expect((await get('/history'))['pagination']).toMatchObject({ total: 0 });
    expect(await service.store.check()).toEqual([]);
  });

  test.each([
    ['a series', series],
    ['a count of 0', { ...bunny, count: 0 }],
    ['the day after tomorrow', { ...bunny, watchedAt: '2026-01-18T12:00:00Z' }],
    ['no time', { ...bunny, watchedAt: 'yesterday' }],
  ])('refuses %s', async (_, body) => {
    expect((await post('/history', body)).status).toBe(400);
  });
});

describe('/ratings', () => {
  test('of films, series, seasons and episodes, with reviews', async () => {
    for (const [body, rating] of [
      [bunny, 7],
      [series, 9],
      [{ type: 'season', tvShowId: 1396, seasonNumber: 2 }, 8],
      [pilot, 10],
    ] as const) {
      service.wait(1);
      expect((await post('/ratings', { ...body, rating, review: `As a ${body.type}` })).status).toBe(200);
    }
    expect(await data('/ratings')).toMatchObject([
      { type: 'episode', rating: 10, review: 'As a episode' },
      { type: 'season', tvShowId: 1396, seasonNumber: 2, rating: 8, title: 'Breaking Bad' },
      { type: 'tv', id: 1396, rating: 9 },
      { type: 'movie', id: 10_378, rating: 7 },
    ]);
    expect(await field('/ratings?type=season', 'review')).toEqual(['As a season']);
    await post('/ratings', { ...series, rating: 6 });
    expect(await data('/ratings?type=tv')).toMatchObject([{ rating: 6, review: 'As a tv' }]);
    expect(await remove('/ratings?type=season&tvShowId=1396&seasonNumber=2')).toBe(200);
    expect(await remove('/ratings?type=season&tvShowId=1396&seasonNumber=2')).toBe(404);
    // Our own list has what can be watched.
    expect((await get('/matinee/ratings')).data).toMatchObject({ total: 2 });
  });

  test('a half step of ours is rounded, and stated exactly beside it', async () => {
    const body = { type: 'movie', tmdbId: 10_378, rating: 7.5 };
    await service.call('PUT', '/matinee/ratings', { body });
    expect(await data('/ratings')).toMatchObject([{ rating: 8, exactRating: 7.5 }]);
  });

  test.each([0, 11, 7.5, '8'])('refuses %s', async (rating) => {
    expect((await post('/ratings', { ...bunny, rating })).status).toBe(400);
  });
});

describe('/scrobble', () => {
  const play = (media: object, progress: number) => service.scrobble({ ...media, progress, duration: 1000 });

  test('lists what is begun until it is watched or given up', async () => {
    await play({ type: 'movie', tmdbId: 10_378 }, 412);
    service.wait(60);
    await play(pilot, 100);
    expect(await data('/scrobble')).toMatchObject([
      { type: 'episode', tvShowId: 1396, progress: 100, duration: 1000, progressPercent: 10 },
      { type: 'movie', mediaId: 10_378, progress: 412, progressPercent: 41.2 },
    ]);
    expect(await field('/scrobble?type=movie', 'id')).toEqual([10_378]);
    await play({ type: 'movie', tmdbId: 10_378 }, 900);
    expect(await field('/scrobble?type=movie', 'id')).toEqual([]);
    expect(await remove('/scrobble?type=movie&id=10378')).toBe(404);
    const place = 'tvShowId=1396&seasonNumber=1&episodeNumber=1';
    expect(await remove(`/scrobble?type=episode&${place}`)).toBe(200);
    expect(await data('/scrobble')).toEqual([]);
    expect(await field('/history', 'type')).toEqual(['movie']);
    expect(await service.store.check()).toEqual([]);
  });

  test('a rewatch that is given up leaves the viewing before it', async () => {
    await play({ type: 'movie', tmdbId: 10_378 }, 950);
    await play({ type: 'movie', tmdbId: 10_378 }, 100);
    expect(await remove('/scrobble?type=movie&id=10378')).toBe(200);
    expect(await service.progress()).toMatchObject([{ watched: true, progress: 950 }]);
    expect(await service.store.check()).toEqual([]);
  });
});
