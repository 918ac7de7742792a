import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { waitFor } from '../support/wait-for';
import { readTaken } from './import-file';
import { cookieOf, startTest, type ServiceUnderTest } from './service-under-test';

let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startTest();
});
afterEach(() => service.close());

const csv = { 'content-type': 'text/csv' };

async function upload(content: string, headers: Record<string, string> = {}) {
  const answer = await service.call('POST', '/matinee/imports', { body: content, headers });
  expect(answer.status, answer.body.message).toBe(200);
  const id = String(answer.body.data?.['id']);
  return waitFor('the titles to be looked up', async () => {
    const { data } = (await service.call('GET', `/matinee/imports/${id}`)).body;
    return data?.['state'] === 'preview' ? data : undefined;
  });
}

async function store(id: unknown) {
  await service.call('POST', `/matinee/imports/${String(id)}/store`);
  return waitFor('the import to be stored', async () => {
    const { data } = (await service.call('GET', `/matinee/imports/${String(id)}`)).body;
    return data?.['state'] === 'stored' ? data : undefined;
  });
}

/** Everything that a person can see of their data. */
async function everything() {
  const paths = ['/matinee/history?limit=500', '/matinee/progress?limit=500', '/matinee/ratings', '/upnext'];
  return Promise.all(paths.map(async (path) => (await service.call('GET', path)).body));
}

const show = { title: 'Pioneer One', ids: { trakt: 1, tmdb: 1396 } };
const trakt = JSON.stringify([
  {
    id: 1,
    watched_at: '2024-03-02T20:10:00.000Z',
    action: 'watch',
    type: 'movie',
    movie: { title: 'Big Buck Bunny', year: 2008, ids: { trakt: 1, imdb: 'tt1254207', tmdb: 10_378 } },
  },
  {
    id: 2,
    watched_at: '2024-03-01T20:10:00.000Z',
    type: 'episode',
    episode: { season: 1, number: 2, title: 'x', ids: { tmdb: 62_086 } },
    show,
  },
  {
    id: 3,
    watched_at: '2024-03-03T20:10:00.000Z',
    type: 'episode',
    episode: { season: 1, number: 3, ids: {} },
    show,
  },
  { rated_at: '2024-03-04T00:00:00.000Z', rating: 8, type: 'movie', movie: { ids: { tmdb: 10_378 } } },
  { watched_at: 'unknown', type: 'movie', movie: { ids: { tmdb: 1 } } },
]);

describe('an import', () => {
  test('is read, stored, harmless when repeated, and undone as if it had never been', async () => {
    await service.scrobble({
      type: 'episode',
      progress: 95,
      duration: 100,
      tvShowId: 7,
      seasonNumber: 1,
      episodeNumber: 1,
    });
    await service.scrobble({ type: 'movie', progress: 30, duration: 100, tmdbId: 10_378 });
    // Older than the episodes of the file, so that the next one after it is up next again.
    const pilot = { type: 'episode', tvShowId: 1396, seasonNumber: 1, episodeNumber: 1, duration: 60 };
    const put = await service.call('PUT', '/matinee/history/own-viewing', {
      body: { ...pilot, watchedAt: '2020-01-01T00:00:00Z' },
    });
    expect(put.status).toBe(200);
    const before = await everything();
    const preview = await upload(trakt);
    expect(preview).toMatchObject({
      source: 'Trakt',
      rows: 4,
      unread: 1,
      ready: 4,
      unclear: 0,
      known: 0,
      added: 0,
    });
    expect(await everything()).toEqual(before);
    expect(await store(preview['id'])).toMatchObject({ added: 3, known: 4 });
    const history = await service.history();
    expect(history.map(({ watchedAt }) => watchedAt)).toEqual([
      '2026-01-15T20:00:00.000Z',
      '2024-03-03T20:10:00.000Z',
      '2024-03-02T20:10:00.000Z',
      '2024-03-01T20:10:00.000Z',
      '2020-01-01T00:00:00.000Z',
    ]);
    expect(await everything()).not.toEqual(before);
    // The film that is being watched keeps its position.
    expect(await service.progress()).toHaveLength(5);
    expect((await service.call('GET', '/matinee/ratings')).body.data).toMatchObject({
      items: [{ rating: 8 }],
    });
    const after = await everything();
    const again = await upload(trakt);
    expect(again).toMatchObject({ ready: 4, known: 4 });
    expect(await store(again['id'])).toMatchObject({ added: 0 });
    expect(await store(preview['id'])).toMatchObject({ added: 3 });
    expect(await everything()).toEqual(after);
    expect((await service.call('DELETE', `/matinee/imports/${String(preview['id'])}`)).status).toBe(204);
    expect((await service.call('DELETE', `/matinee/imports/${String(again['id'])}`)).status).toBe(204);
    expect(await everything()).toEqual(before);
    expect(await service.store.check()).toEqual([]);
  });

  test('counts a viewing of the same title on the same day once', async () => {
    await service.scrobble({ type: 'movie', progress: 95, duration: 100, tmdbId: 10_378 });
    const file = 'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n'.concat(
      '2026-01-16,Big Buck Bunny,2008,https://boxd.it/1,4.5,,,2026-01-15\n',
    );
    const preview = await upload(file, csv);
    expect(preview).toMatchObject({ source: 'Letterboxd', ready: 1, known: 1 });
    expect(await store(preview['id'])).toMatchObject({ added: 0 });
    expect((await service.call('GET', '/matinee/ratings')).body.data).toMatchObject({
      items: [{ rating: 9 }],
    });
  });

  test('of another person is not found', async () => {
    const { id } = await upload(trakt);
    const ben = await service.store.users.add('ben', 'correct horse battery', 'member');
    const key = await service.store.keys.create(ben?.id ?? '', 'sk', 'x');
    const path = `/matinee/imports/${String(id)}`;
    expect((await service.call('GET', path, { key })).status).toBe(404);
    expect((await service.call('POST', `${path}/store`, { key })).status).toBe(404);
    expect((await service.call('DELETE', path, { key })).status).toBe(404);
    expect((await service.call('GET', '/matinee/imports', { key })).body.data).toEqual({ items: [] });
    expect((await service.call('GET', path)).body.data).toMatchObject({ state: 'preview' });
  });

  test.each([
    ['JSON of something else', '{"a": 1}', {}],
    ['text', 'hello', csv],
    ['a cut file', trakt.slice(0, 100), {}],
    ['an open quote', '"a,b\n1,2', csv],
    ['no text', '', csv],
  ])('of %s is refused', async (_, body, headers) => {
    const answer = await service.call('POST', '/matinee/imports', { body, headers });
    expect([answer.status, answer.body.error]).toEqual([400, 'VALIDATION_ERROR']);
  });
});

describe('the export', () => {
  const load = async (path: string) => {
    const response = await service.app.request(`/api/v1${path}`, { headers: { 'x-api-key': service.sk } });
    return response.text();
  };

  test.each(['/matinee/export', '/matinee/export?format=csv'])(
    '%s, imported by another person, is the same history',
    async (path) => {
      for (let film = 1; film <= 3; film += 1) {
        service.wait(3600);
        await service.scrobble({ type: 'movie', progress: 95, duration: 100, tmdbId: film });
        service.wait(3600);
        await service.scrobble({
          type: 'episode',
          progress: 95,
          duration: 100,
          tvShowId: 7,
          seasonNumber: 1,
          episodeNumber: film,
        });
      }
      const before = await service.history();
      const file = await load(path);
      const ben = await service.store.users.add('ben', 'correct horse battery', 'member');
      const own = service.sk;
      service.sk = await service.store.keys.create(ben?.id ?? '', 'sk', 'x');
      const call = service.call;
      service.call = (method, at, request) => call(method, at, { key: service.sk, ...request });
      const preview = await upload(file, path.endsWith('csv') ? csv : {});
      expect(preview).toMatchObject({ source: 'Matinee', ready: 6, known: 0 });
      await store(preview['id']);
      const { data } = (await service.call('GET', '/matinee/history?limit=500')).body;
      expect(data?.['items']).toEqual(before);
      expect(own).not.toBe(service.sk);
    },
  );

  test('of a removed viewing brings exactly that one back', async () => {
    await service.scrobble({ type: 'movie', progress: 95, duration: 100, tmdbId: 1 });
    await service.scrobble({ type: 'movie', progress: 95, duration: 100, tmdbId: 2 });
    const before = await service.history();
    const file = await load('/matinee/export');
    await service.call('DELETE', `/matinee/history/${before[0]?.id ?? ''}`);
    const preview = await upload(file);
    expect(preview).toMatchObject({ ready: 2, known: 1 });
    await store(preview['id']);
    expect(await service.history()).toEqual(before);
  });
});

describe('the files of', () => {
  const read = async (text: string) => (await readTaken(text))?.rows;

  test('Simkl: films, and the episodes of series and anime', async () => {
    const film = {
      last_watched_at: '2024-01-01T10:00:00Z',
      movie: { title: 'A', year: 2020, ids: { tmdb: '12' } },
    };
    const seasons = [{ number: 1, episodes: [{ number: 4, watched_at: '2024-01-02T10:00:00Z' }] }];
    const entry = { show: { title: 'B', ids: { imdb: 'tt0903747' } }, seasons };
    expect(await read(JSON.stringify({ movies: [film], shows: [entry], anime: [] }))).toMatchObject([
      { type: 'movie', tmdbId: 12, title: 'A', year: 2020 },
      { type: 'episode', imdbId: 'tt0903747', seasonNumber: 1, episodeNumber: 4 },
    ]);
  });

  test.each([
    'tv_show_name,episode_season_number,episode_number,created_at\n"Dark, really",1,2,2020-02-01 20:00:00\n',
    'created_at,series_name,season_number,episode_number\n2020-02-01 20:00:00,"Dark, really",1,2\n',
  ])('TV Time', async (text) => {
    expect(await read(text)).toMatchObject([
      {
        type: 'episode',
        title: 'Dark, really',
        seasonNumber: 1,
        episodeNumber: 2,
        watchedAt: Date.UTC(2020, 1, 1, 20),
      },
    ]);
  });

  test.each([
    ['Title,Date\n"Dark: Season 2: Beginnings: and endings","1/31/24"\nHeat,2/1/24\n', 'month first'],
    ['Title,Date\n"Dark: Staffel 2: Beginnings: and endings","31/1/24"\nHeat,1/2/24\n', 'day first'],
    ['Title,Date\n"Dark: Season 2: Beginnings: and endings",31.01.24\nHeat,01.02.24\n', 'with dots'],
  ])('Netflix: %j', async (text) => {
    expect(await read(text)).toEqual([
      {
        type: 'episode',
        title: 'Dark',
        seasonNumber: 2,
        episodeTitle: 'Beginnings: and endings',
        watchedAt: Date.UTC(2024, 0, 31, 12),
      },
      { type: 'movie', title: 'Heat', watchedAt: Date.UTC(2024, 1, 1, 12) },
    ]);
  });
});

test('a person chooses what an unclear title means, and sees the rest as CSV', async () => {
  const account = { name: 'ada', password: 'correct horse' };
  const headers = { cookie: cookieOf(await service.post('/welcome', account)), origin: 'http://localhost' };
  const get = async (path: string) => (await service.app.request(path, { headers })).text();
  const body = new FormData();
  const rows = 'Title,Date\nBig Buck,1/31/24\nNobody knows this,2/1/24\nBig Buck Bunny,2/2/24\n';
  body.set('file', new File([rows], 'NetflixViewingHistory.csv'));
  const sent = await service.app.request('/import', { method: 'POST', headers, body });
  const path = sent.headers.get('location') ?? '';
  const page = await get(path);
  expect(page).toContain('Import from Netflix');
  expect(page).toContain('Ready to add: 1.');
  expect(page).toContain('Need your choice: 2.');
  expect(page).toContain('<option value="10378">');
  const left = await get(`${path}/left.csv`);
  expect(left).toContain('Nobody knows this');
  const question = JSON.stringify({ type: 'movie', title: 'Big Buck' });
  await service.post(`${path}/choose`, { question, work: '10378' }, headers);
  const other = JSON.stringify({ type: 'movie', title: 'Nobody knows this' });
  await service.post(`${path}/choose`, { question: other, work: 'leave' }, headers);
  const chosen = await get(path);
  expect(chosen).toContain('Ready to add: 2.');
  expect(chosen).toContain('Need your choice: 0. Left out: 1.');
  await service.post(`${path}/store`, {}, headers);
  expect(await get(path)).toContain('2 viewings added.');
  expect(await service.history()).toHaveLength(2);
  await service.post(`${path}/undo`, {}, headers);
  expect(await service.history()).toEqual([]);
});

test('an answer that comes late changes nothing that is stored, and an undo takes all of it out', async () => {
  const { id } = await upload(trakt);
  await store(id);
  const { imports } = service.store;
  const late = [0, 1, 2].map((n) => ({ n, ids: { type: 'movie', tmdbId: 77 + n } as const }));
  await imports.answer(service.owner.id, String(id), late);
  expect(await service.history()).toHaveLength(3);
  expect((await service.call('DELETE', `/matinee/imports/${String(id)}`)).status).toBe(204);
  expect(await service.history()).toEqual([]);
  expect(await service.store.check()).toEqual([]);
});

test('an import that an end of the process has interrupted goes on when it is looked at', async () => {
  const { id } = await upload(trakt);
  await service.store.imports.setState(service.owner.id, String(id), 'storing');
  await waitFor('the import to be stored', async () => {
    const { data } = (await service.call('GET', `/matinee/imports/${String(id)}`)).body;
    return data?.['state'] === 'stored';
  });
  expect(await service.history()).toHaveLength(3);
});
