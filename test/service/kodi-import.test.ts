import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { KodiImported } from '../../src/protocol/tracker/kodi-import';
import { startTest, type ServiceUnderTest } from './service-under-test';

// A Kodi library in the chunks of the service's own client: 200 entries each, films before series and episodes,
// the playlists and favourites with the first one.

let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startTest();
});
afterEach(() => service.close());

const OPTIONS = {
  importWatched: true,
  importRatings: true,
  importWatchDates: true,
  unwatchedToWatchlist: true,
  importResume: true,
  importPlaylists: true,
  importFavorites: true,
  importCollection: true,
};
const CHUNK = 200;
const FILMS = 800;
const SHOWS = 40;
/** Of each series. */
const EPISODES = 30;

const played = { playCount: 1, lastPlayed: '2025-03-01T21:00:00' };

/** Every fourth film is unwatched, every tenth was begun. */
function film(index: number): object {
  const tmdbId = 1000 + index;
  const entry = { title: `Film ${index}`, tmdbId, year: 2001, runtime: 5400, rating: (index % 10) + 1 };
  if (index % 10 === 3) return { ...entry, playCount: 0, resume: { position: 600, total: 5400 } };
  return index % 4 === 0 ? { ...entry, playCount: 0 } : { ...entry, ...played, playCount: 3 };
}

function library(): { readonly kind: 'movies' | 'tvShows' | 'episodes'; readonly item: object }[] {
  const films = Array.from({ length: FILMS }, (_, index) => ({ kind: 'movies' as const, item: film(index) }));
  const shows = Array.from({ length: SHOWS }, (_, index) => ({
    kind: 'tvShows' as const,
    item: {
      title: `Series ${index}`,
      tmdbId: 50_000 + index,
      watchedEpisodes: EPISODES,
      episodeCount: EPISODES,
    },
  }));
  const episodes = shows.flatMap((_, index) =>
    Array.from({ length: EPISODES }, (_none, number) => ({
      kind: 'episodes' as const,
      item: { ...played, showTmdbId: 50_000 + index, season: 1, episode: number + 1, runtime: 2400 },
    })),
  );
  return [...films, ...shows, ...episodes];
}

function chunks(importSessionId: string): object[] {
  const all = library();
  const totalChunks = Math.ceil(all.length / CHUNK);
  return Array.from({ length: totalChunks }, (_, index) => {
    const part = all.slice(index * CHUNK, (index + 1) * CHUNK);
    const of = (kind: string) => part.filter((one) => one.kind === kind).map(({ item }) => item);
    return {
      source: 'kodi',
      importSessionId,
      chunk: index + 1,
      totalChunks,
      options: OPTIONS,
      movies: of('movies'),
      tvShows: of('tvShows'),
      episodes: of('episodes'),
      playlists: index === 0 ? [{ name: 'Sundays', items: [{ type: 'movie', tmdbId: 1001 }] }] : [],
      favorites: index === 0 ? [{ type: 'movie', tmdbId: 1002 }] : [],
    };
  });
}

const send = (chunk: object) => service.call('POST', '/kodi/import', { body: chunk });

async function sendAll(session: string): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const chunk of chunks(session)) {
    const { imported } = (await send(chunk)).body.data as unknown as KodiImported;
    for (const [name, count] of Object.entries(imported)) sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
}

/** How much of everything the person has. */
async function held(): Promise<Record<string, unknown>> {
  const total = async (path: string) => {
    const { body } = await service.call('GET', path);
    return (body['pagination'] as { total: number }).total;
  };
  const viewings = (await service.call('GET', '/matinee/statistics')).body.data;
  return {
    viewings: JSON.stringify(viewings),
    films: await total('/history?type=movie'),
    episodes: await total('/history?type=episode'),
    ratings: await total('/ratings'),
    watchlist: await total('/watchlist'),
    sessions: await total('/scrobble'),
    favorites: await total('/favorites'),
    collection: await total('/collection'),
    lists: await total('/lists'),
  };
}

const begun = FILMS / 10;
const unwatched = library().filter(({ item }) => 'playCount' in item && item.playCount === 0).length;
const WHOLE = {
  films: FILMS - unwatched,
  episodes: SHOWS * EPISODES,
  ratings: FILMS,
  watchlist: unwatched,
  sessions: begun,
  favorites: 1,
  collection: FILMS + SHOWS,
  lists: 1,
};

describe('a library of 2,040 entries', () => {
  test('is there once, however often its chunks and the whole of it are sent', async () => {
    expect(await sendAll('first')).toMatchObject({
      movies: WHOLE.films,
      episodes: WHOLE.episodes,
      ratings: FILMS,
      scrobbles: begun,
      collection: WHOLE.collection,
    });
    const before = await held();
    expect(before).toMatchObject(WHOLE);
    const [again] = chunks('first');
    const answer = await send(again ?? {});
    expect((answer.body.data as unknown as KodiImported).imported.movies).toBeGreaterThan(0);
    expect(await held()).toEqual(before);
    expect(Object.values(await sendAll('second')).every((count) => count === 0)).toBe(true);
    expect(await held()).toEqual(before);
  });

  test('is there once when a chunk is interrupted in the middle, and when it arrives twice at once', async () => {
    const put = service.store.viewings.putUnwatched;
    let parts = 0;
    const spy = vi.spyOn(service.store.viewings, 'putUnwatched').mockImplementation(async (...given) => {
      parts += 1;
      if (parts === 4) throw new Error('The process has ended here');
      return put(...given);
    });
    const [first = {}, second = {}, ...others] = chunks('broken');
    expect((await send(first)).status).toBe(500);
    expect(spy).toHaveBeenCalledTimes(4);
    spy.mockRestore();
    expect((await held())['films']).toBe(75);
    expect((await send(first)).status).toBe(200);
    expect((await Promise.all([send(second), send(second)])).map(({ status }) => status)).toEqual([200, 200]);
    for (const chunk of others) await send(chunk);
    expect(await held()).toMatchObject(WHOLE);
  });
});

test('what the person has already is left as it is', async () => {
  await service.call('POST', '/ratings', { body: { type: 'movie', id: 1001, rating: 9 } });
  await service.call('POST', '/history', {
    body: { type: 'movie', id: 1001, watchedAt: '2020-01-01T20:00:00Z' },
  });
  const movies = [{ title: 'Film 1', tmdbId: 1001, rating: 2, ...played }];
  const body = { importSessionId: 's', chunk: 1, totalChunks: 1, options: OPTIONS, movies };
  expect((await send(body)).body.data).toMatchObject({
    imported: { movies: 0, ratings: 0 },
    skipped: { alreadyWatched: 1 },
  });
  expect((await service.call('GET', '/history')).body.data).toMatchObject([
    { tmdbId: 1001, count: 1, watchedAt: '2020-01-01T20:00:00.000Z' },
  ]);
});

test('an episode without the id of its series is found by an IMDb id, and one that nobody knows is named', async () => {
  const episodes = [
    { ...played, title: 'Pilot', imdbId: 'tt0903747', season: 1, episode: 1, runtime: 3480 },
    { ...played, title: 'Lost', showTitle: 'Nobody made this', season: 1, episode: 1 },
  ];
  const body = { importSessionId: 's', chunk: 1, totalChunks: 1, options: OPTIONS, episodes };
  expect((await send(body)).body.data).toMatchObject({
    imported: { episodes: 1 },
    skipped: { unresolved: 1 },
    unresolved: [{ type: 'episode', title: 'Lost' }],
  });
  expect((await service.call('GET', '/history')).body.data).toMatchObject([
    { type: 'episode', tvShowId: 1396, seasonNumber: 1, episodeNumber: 1 },
  ]);
});

test('long playlists, which all come with the first chunk, are taken', async () => {
  const items = Array.from({ length: 2000 }, (_, index) => ({
    type: 'movie',
    tmdbId: index + 1,
    title: 'A film with a name of the usual length, and something behind it',
  }));
  const playlists = ['One', 'Two', 'Three'].map((name) => ({ name, items }));
  const body = { importSessionId: 's', chunk: 1, totalChunks: 1, options: OPTIONS, playlists };
  expect(JSON.stringify(body).length).toBeGreaterThan(256 * 1024);
  expect((await send(body)).body.data).toMatchObject({ imported: { lists: 3 } });
  const { body: lists } = await service.call('GET', '/lists');
  expect(lists.data).toMatchObject([{ itemCount: 2000 }, { itemCount: 2000 }, { itemCount: 2000 }]);
});
