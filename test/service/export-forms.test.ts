import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTaken, store, upload } from './import-file';
import { startTest, type ServiceUnderTest } from './service-under-test';

/** Histories that leave for another tracker, in the form that it imports. */
let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startTest();
  const entry = (at: string, work: object) => ({ watched_at: at, ...work });
  const film = { type: 'movie', movie: { title: 'Sintel', year: 2010, ids: { tmdb: 45_745 } } };
  const show = { title: 'Pioneer One', ids: { tmdb: 1396 } };
  const episode = { type: 'episode', episode: { season: 1, number: 2, ids: {} }, show };
  const history = [
    entry('2024-03-01T05:10:00.000Z', film),
    entry('2024-05-01T20:00:00.000Z', film),
    entry('2024-03-03T20:00:00.000Z', episode),
    { rated_at: '2024-03-04T00:00:00.000Z', rating: 8, ...film },
  ];
  const { id } = await upload(service, JSON.stringify(history));
  await store(service, id);
});
afterEach(() => service.close());

async function exported(format: string): Promise<string> {
  const headers = { 'x-api-key': service.sk };
  const answer = await service.app.request(`/api/v1/matinee/export?format=${format}`, { headers });
  expect(answer.status).toBe(200);
  return answer.text();
}

test('Letterboxd gets films with the day where the person lives, and what is a rewatch', async () => {
  const cookie = await service.signedIn();
  await service.post('/account/preferences', { language: 'en', zone: 'America/New_York' }, { cookie });
  expect((await exported('letterboxd')).split('\r\n')).toEqual([
    'tmdbID,Title,Year,WatchedDate,Rating10,Rewatch',
    expect.stringMatching(/^45745,Sintel,2010,2024-03-01,8,$/),
    expect.stringMatching(/^45745,Sintel,2010,2024-05-01,8,true$/),
    '',
  ]);
});

test('Trakt gets what its own export would say, and it is read back whole', async () => {
  const text = await exported('trakt');
  expect(JSON.parse(text)).toMatchObject([
    { watched_at: '2024-05-01T20:00:00.000Z', type: 'movie', movie: { ids: { tmdb: 45_745 } } },
    { type: 'episode', episode: { season: 1, number: 2 }, show: { ids: { tmdb: 1396 } } },
    { watched_at: '2024-03-01T05:10:00.000Z' },
    { rated_at: '2024-03-04T00:00:00.000Z', rating: 8 },
  ]);
  expect(await readTaken(text)).toMatchObject({ source: 'Trakt', unread: 0, rows: { length: 4 } });
});

test('IMDb gets each film once, as it lists them, and the rating is read back', async () => {
  const text = await exported('imdb');
  expect(text.split('\r\n')).toEqual([
    expect.stringMatching(/^Position,Const,Created,.*,Title,.*,Title Type,.*,Your Rating,Date Rated$/),
    '1,tt1727587,2024-05-01,2024-05-01,,Sintel,Sintel,https://www.imdb.com/title/tt1727587/,Movie,,,2010,,,,,8,2024-03-04',
    '',
  ]);
  const film = { type: 'movie', title: 'Sintel', year: 2010, imdbId: 'tt1727587', rating: 8 };
  // It is no list, whatever it is called.
  for (const name of ['', 'matinee.csv', 'watchlist.csv'])
    expect(await readTaken(text, name)).toMatchObject({ source: 'IMDb', unread: 0, rows: [film] });
});

test('a long history costs the film database few questions, and what is known is in the file', async () => {
  let asked = 0;
  const known = new Set<number>();
  const other = await startTest({
    catalogue: {
      next: async () => undefined,
      // As a catalogue with a memory: what was answered once costs nothing.
      resolve: async ({ type, tmdbId = 0 }, allowance) => {
        if (!known.has(tmdbId)) {
          allowance?.take();
          asked += 1;
          known.add(tmdbId);
        }
        return [{ type, tmdbId, title: `Film ${String(tmdbId)}`, imdbId: `tt${String(1_000_000 + tmdbId)}` }];
      },
    },
  });
  const at = Date.UTC(2024, 0, 1);
  for (let tmdbId = 1; tmdbId <= 250; tmdbId += 1)
    await other.store.viewings.put(other.owner.id, `viewing-${String(tmdbId)}`, {
      ids: { type: 'movie', tmdbId },
      position: { progress: 95, duration: 100 },
      startedAt: at,
      watchedAt: at,
    });
  const ids = async () => {
    asked = 0;
    const headers = { 'x-api-key': other.sk };
    const answer = await other.app.request('/api/v1/matinee/export?format=imdb', { headers });
    const lines = (await answer.text()).trim().split('\r\n').slice(1);
    expect(lines).toHaveLength(250);
    return lines.filter((line) => line.includes('tt1000')).length;
  };
  const first = await ids();
  // 20 of them for names.
  expect(asked).toBeLessThanOrEqual(220);
  expect(first).toBeGreaterThanOrEqual(200);
  expect(await ids(), 'the next file has the rest').toBe(250);
  await other.close();
});

test('an empty history is a file too', async () => {
  const other = await startTest();
  const headers = { 'x-api-key': other.sk };
  const answer = await other.app.request('/api/v1/matinee/export?format=trakt', { headers });
  expect(JSON.parse(await answer.text())).toEqual([]);
  await other.close();
});

test('IMDb: what is rated comes first, and each has a day, as its readers take both for viewings', async () => {
  await service.scrobble({ type: 'movie', tmdbId: 10_378, progress: 95, duration: 100 });
  const lines = (await exported('imdb')).split('\r\n').slice(1, 3);
  expect(lines).toEqual([
    expect.stringMatching(/^1,tt1727587,.*,8,2024-03-04$/),
    expect.stringMatching(/^2,tt1254207,2026-01-15,.*,,2026-01-15$/),
  ]);
});
