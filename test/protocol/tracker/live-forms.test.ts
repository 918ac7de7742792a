import { describe, expect, test } from 'vitest';
import { readChannel } from '../../../src/protocol/tracker/read-dashboard';
import { readListItems, readPage } from '../../../src/protocol/tracker/read-list-items';
import { readMediaStatus } from '../../../src/protocol/tracker/read-media-status';
import { readPerson } from '../../../src/protocol/tracker/read-person';
import { readWork } from '../../../src/protocol/tracker/read-work';

const poster = 'https://image.tmdb.org/t/p/w342/a.jpg';

describe('an entry of a list', () => {
  test.each([
    [
      'the form of listings, a film',
      {
        type: 'movie',
        tmdbId: 603,
        title: 'The Matrix',
        year: 1999,
        info: { duration: 8160 },
        art: { poster },
        progress: 2470,
      },
      {
        type: 'movie',
        tmdbId: 603,
        title: 'The Matrix',
        posterUrl: poster,
        progress: 2470 / 8160,
        position: 2470,
      },
    ],
    [
      'the form of listings, an episode',
      {
        type: 'episode',
        tmdbId: 62_086,
        tvShowId: 1396,
        title: 'Seven Thirty-Seven',
        info: { tvshowtitle: 'Breaking Bad', season: 2, episode: 1 },
        art: { poster },
        progress: 800,
        duration: 3000,
      },
      {
        type: 'episode',
        tmdbId: 1396,
        title: 'Breaking Bad',
        subtitle: 'Seven Thirty-Seven',
        seasonNumber: 2,
        episodeNumber: 1,
        posterUrl: poster,
        progress: 800 / 3000,
        position: 800,
      },
    ],
    [
      'the short form',
      { id: 603, type: 'movie', title: 'The Matrix', posterPath: '/a.jpg' },
      { type: 'movie', tmdbId: 603, title: 'The Matrix', posterUrl: 'https://image.tmdb.org/t/p/w185/a.jpg' },
    ],
    [
      'up next',
      {
        showId: 1396,
        showTitle: 'Breaking Bad',
        posterPath: null,
        nextEpisode: { id: 1, seasonNumber: 2, episodeNumber: 1, title: 'A' },
      },
      {
        type: 'episode',
        tmdbId: 1396,
        title: 'Breaking Bad',
        subtitle: 'A',
        seasonNumber: 2,
        episodeNumber: 1,
      },
    ],
    [
      'a session',
      {
        id: 3,
        type: 'movie',
        mediaId: 603,
        title: 'The Matrix',
        progress: 1200,
        duration: 8160,
        progressPercent: 14.7,
      },
      { type: 'movie', tmdbId: 603, title: 'The Matrix', progress: 1200 / 8160, position: 1200 },
    ],
    [
      'a session without its length',
      { type: 'movie', title: 'A', progressPercent: 50 },
      { type: 'movie', title: 'A', progress: 0.5 },
    ],
    [
      'a channel',
      { type: 'channel', id: 'c1', info: { title: 'A universe' }, art: { poster } },
      { type: 'channel', channelId: 'c1', title: 'A universe', posterUrl: poster },
    ],
    [
      'ours',
      { type: 'episode', title: 'A', tmdbId: 7, progress: 0.5 },
      { type: 'episode', title: 'A', tmdbId: 7, progress: 0.5 },
    ],
  ])('is read from %s', (_about, entry, expected) => {
    expect(readListItems([entry])).toEqual([expected]);
  });
});

test('a page knows whether another one follows', () => {
  const data = [{ title: 'A' }];
  const pagination = { page: 1, pageSize: 20, total: 42, totalPages: 3 };
  expect(readPage({ success: true, data, pagination })?.hasMore).toBe(true);
  expect(readPage({ success: true, data, pagination: { ...pagination, page: 3 } })?.hasMore).toBe(false);
  expect(readPage({ success: true, data: { items: data } })).toMatchObject({
    hasMore: false,
    items: [{ title: 'A' }],
  });
  expect(readPage({ success: true, data: 'none' })).toBeUndefined();
});

test('the lists of a channel without entries are asked for by their id', () => {
  const lists = [{ id: 'l1', name: 'Phase one', itemCount: 2 }];
  expect(readChannel({ type: 'channel', id: 'c1', info: { title: 'A', plot: 'B' }, lists }, 'c1')).toEqual({
    id: 'c1',
    title: 'A',
    description: 'B',
    lists: [{ id: 'l1', title: 'Phase one' }],
  });
});

describe('the status of a title', () => {
  const episode = { type: 'episode', tmdbId: 1396, id: 62_085, seasonNumber: 1, episodeNumber: 1 } as const;
  test('of an episode is under its own id or its place, list and favorite under the series', () => {
    const own = { watched: true, rewatchCount: 2, rating: 9, progress: 800, duration: 3000 };
    const series = { 'tv:1396': { inWatchlist: true, isFavorite: true } };
    const expected = {
      watched: true,
      plays: 3,
      rating: 9,
      position: 800,
      inWatchlist: true,
      isFavorite: true,
    };
    expect(readMediaStatus({ 'episode:62085': own, ...series }, episode)).toEqual(expected);
    expect(readMediaStatus({ 'episode:1396:1:1': own, ...series }, episode)).toEqual(expected);
  });

  test.each([[null], ['x'], [{}], [{ 'movie:1396': { watched: true } }]])('is nothing in %j', (data) => {
    expect(readMediaStatus(data, episode)).toBeUndefined();
  });

  test('with values of other types is as good as new', () => {
    const strange = { 'episode:62085': { watched: 'yes', rating: 11, progress: -1, rewatchCount: 'x' } };
    expect(readMediaStatus(strange, episode)).toEqual({
      watched: false,
      plays: 0,
      inWatchlist: false,
      isFavorite: false,
    });
  });
});

test.each([
  [
    { success: true, user: { name: 'Ana', username: 'ana', email: 'a@b.test' }, stats: {} },
    { id: 'ana', name: 'Ana' },
  ],
  [
    { success: true, data: { user: { username: 'ana' } } },
    { id: 'ana', name: 'ana' },
  ],
  [{ name: 'Ana', stats: {} }, { name: 'Ana' }],
  [null, {}],
])('who is signed in is read from %j', (response, person) => {
  expect(readPerson(response)).toEqual(person);
});

test('what is no film, series or episode is no work', () => {
  expect(readWork({ type: 'person', tmdbId: 1 })).toBeUndefined();
  expect(readWork({ info: { mediatype: 'tvshow', title: 'A' }, tmdbId: 1 })).toEqual({
    type: 'tv',
    id: 1,
    title: 'A',
  });
});
