import { afterEach, beforeEach, expect, test } from 'vitest';
import { store, upload } from './import-file';
import { startTest, type ServiceUnderTest } from './service-under-test';

let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startTest();
});
afterEach(() => service.close());

const film = (watchedAt: string, title: string, tmdb: number, year = 1999) => ({
  watched_at: watchedAt,
  type: 'movie',
  movie: { title, year, ids: { tmdb } },
});
const episode = (watchedAt: string, number: number, title?: string) => ({
  watched_at: watchedAt,
  type: 'episode',
  episode: { season: 1, number, title, ids: {} },
  show: { title: 'Unheard Of', year: 2001, ids: { tmdb: 987_654 } },
});
const load = async (path: string) => {
  const response = await service.app.request(`/api/v1${path}`, { headers: { 'x-api-key': service.sk } });
  return response.text();
};
const titles = async () => (await service.history()).map(({ media }) => media['title']);
/** The viewings that a search on the page of the history finds. */
const search = async (words: string) => {
  const headers = { cookie: await service.signedIn() };
  const answer = await service.app.request(`/history?q=${encodeURIComponent(words)}`, { headers });
  return answer.text();
};

const trakt = JSON.stringify([
  film('2024-03-02T20:00:00Z', 'A Film Nobody Knows', 987_001),
  episode('2024-03-01T20:00:00Z', 1, 'The First'),
  film('2024-02-01T20:00:00Z', 'Another name of Big Buck Bunny', 10_378, 2008),
]);

test('the names of a file are those of titles that the catalogue does not know', async () => {
  const { id } = await upload(service, trakt);
  await store(service, id);
  const csv = await load('/matinee/export?format=csv');
  expect(csv).toContain('A Film Nobody Knows');
  expect(csv).toContain('Unheard Of,The First,2001');
  expect(csv).toContain('Big Buck Bunny,');
  expect(csv).not.toContain('Another name');
  expect(await titles()).toEqual(['A Film Nobody Knows', 'Unheard Of', 'Big Buck Bunny']);
  expect(await search('nobody film')).toContain('A Film Nobody Knows');
  expect(await search('unheard')).not.toContain('A Film Nobody Knows');
  const json = JSON.parse(await load('/matinee/export')) as { history: { media: Record<string, unknown> }[] };
  expect(json.history[1]?.media).toMatchObject({ title: 'Unheard Of', episodeTitle: 'The First' });
});

test('the names of a file are shown to their person alone, and go with the import', async () => {
  const ben = await service.store.users.add('ben', 'correct horse battery', 'member');
  const key = await service.store.keys.create(ben?.id ?? '', 'sk', 'x');
  await service.scrobble({ type: 'movie', tmdbId: 987_001, progress: 95, duration: 100 }, key);
  await service.scrobble({ type: 'movie', tmdbId: 987_001, progress: 95, duration: 100 });
  const before = await titles();
  const { id } = await upload(service, trakt);
  await store(service, id);
  expect((await titles())[0]).toBe('A Film Nobody Knows');
  const others = (await service.call('GET', '/matinee/history', { key })).body.data?.['items'];
  expect(JSON.stringify(others)).not.toContain('Nobody');
  await service.call('DELETE', `/matinee/imports/${String(id)}`);
  expect(await titles()).toEqual(before);
});

test('an export names what nobody has looked at yet', async () => {
  await service.scrobble({ type: 'movie', tmdbId: 10_378, progress: 95, duration: 100 });
  expect(await load('/matinee/export?format=csv')).toContain('Big Buck Bunny');
});

test('the latest viewing of a title is its place, whichever file was imported first', async () => {
  const paths = ['/matinee/progress?limit=500', '/matinee/history?limit=500'];
  const everything = () => Promise.all(paths.map(async (path) => (await service.call('GET', path)).body));
  const latest = async () =>
    (await service.progress()).map(({ updatedAt, progress }) => [updatedAt, progress]);
  const first = await upload(service, JSON.stringify([film('2015-01-01T20:00:00Z', 'A', 987_001)]));
  await store(service, first['id']);
  const before = await everything();
  const second = await upload(service, JSON.stringify([film('2019-01-01T20:00:00Z', 'A', 987_001)]));
  await store(service, second['id']);
  expect(await latest()).toEqual([['2019-01-01T20:00:00.000Z', 0]]);
  expect((await service.call('GET', '/matinee/progress')).body.data).toMatchObject({ total: 1 });
  await service.call('DELETE', `/matinee/imports/${String(second['id'])}`);
  expect(await everything()).toEqual(before);
  expect(await service.store.check()).toEqual([]);
});

test('a viewing that an import has left behind keeps its last position', async () => {
  await service.scrobble({ type: 'movie', tmdbId: 987_001, progress: 91, duration: 100 });
  service.wait(5);
  await service.scrobble({ type: 'movie', tmdbId: 987_001, progress: 97, duration: 100 });
  const before = await service.history();
  service.wait(90 * 86_400);
  const { id } = await upload(service, JSON.stringify([film('2026-03-01T20:00:00Z', 'A', 987_001)]));
  await store(service, id);
  expect((await service.progress())[0]).toMatchObject({ updatedAt: '2026-03-01T20:00:00.000Z' });
  expect((await service.history())[1]).toMatchObject({ progress: 97 });
  await service.call('DELETE', `/matinee/imports/${String(id)}`);
  expect(await service.history()).toEqual(before);
  expect(await service.progress()).toMatchObject([{ progress: 97 }]);
  expect(await service.store.check()).toEqual([]);
});
