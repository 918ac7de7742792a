import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readResolvedMedia } from '../../../src/protocol/tracker/read-resolved-media';
import { resolvedMediaSchema } from '../../../src/protocol/tracker/resolve';

describe('the reading of resolved media', () => {
  test.each([
    ['ours', { type: 'movie', tmdbId: 10378, title: 'Big Buck Bunny', year: 2008 }],
    [
      'with the id of the film database as id',
      { id: 10378, title: 'Big Buck Bunny', release_date: '2008-05-30' },
    ],
    ['with an underscore', { tmdb_id: 10378, name: 'Big Buck Bunny', year: 2008 }],
    ['with the number as text', { tmdbId: '10378', title: 'Big Buck Bunny', year: '2008' }],
    ['with nested ids', { id: 5, ids: { tmdb: 10378 }, title: 'Big Buck Bunny', year: 2008 }],
    ['wrapped', { media: { tmdbId: 10378, title: 'Big Buck Bunny', year: 2008 } }],
    ['as a list', [{ tmdbId: 10378, title: 'Big Buck Bunny', year: 2008 }]],
    ['as results', { results: [{ tmdbId: 10378, title: 'Big Buck Bunny', year: 2008 }] }],
    [
      'with unknown fields',
      { tmdbId: 10378, title: ' Big Buck\nBunny ', year: 2008, mood: 'happy', ratings: [{ a: 1 }] },
    ],
  ])('a film %s', (_, data) => {
    expect(readResolvedMedia(data, 'movie')).toEqual({
      type: 'movie',
      tmdbId: 10378,
      title: 'Big Buck Bunny',
      year: 2008,
    });
  });

  const pilot = {
    type: 'episode',
    tmdbId: 1396,
    tvShowId: 1396,
    seasonNumber: 1,
    episodeNumber: 1,
    title: 'Breaking Bad',
    seriesTitle: 'Breaking Bad',
    episodeTitle: 'Pilot',
  };
  test.each([
    ['ours', pilot],
    [
      'with underscores',
      {
        tv_show_id: 1396,
        season_number: 1,
        episode_number: 1,
        series_title: 'Breaking Bad',
        episode_title: 'Pilot',
      },
    ],
    [
      'with its series nested',
      { season: 1, number: 1, title: 'Pilot', show: { tmdbId: 1396, title: 'Breaking Bad' } },
    ],
    [
      'with both nested',
      {
        show: { ids: { tmdb: 1396 }, name: 'Breaking Bad' },
        episode: { season: 1, number: 1, name: 'Pilot' },
      },
    ],
  ])('an episode %s', (_, data) => {
    expect(readResolvedMedia(data, 'episode')).toEqual(pilot);
  });

  test('an episode by its own id alone', () => {
    expect(readResolvedMedia({ id: 62085, title: 'Pilot' }, 'episode')).toMatchObject({
      type: 'episode',
      id: 62085,
    });
  });

  test('further names, seasons and how well known it is: what has their form', () => {
    const data = {
      ...pilot,
      originalTitle: 'Breaking Bad',
      originalLanguage: 'english',
      titles: [
        { title: 'Во все тяжкие', language: 'ru' },
        { title: 'Breaking\nBad (US)', country: 'US', type: 'x' },
        { title: 'Bad', language: '<b>', country: 'usa' },
        { title: '' },
        'Breaking Bad',
        7,
      ],
      episodeTitles: [{ title: 'Der Einstieg', language: 'de' }],
      seasons: [{ number: 1, episodes: 7 }, { number: -1, episodes: 7 }, { number: 2 }, null],
      popularity: -3,
    };
    expect(readResolvedMedia(data, 'episode')).toEqual({
      ...pilot,
      originalTitle: 'Breaking Bad',
      titles: [
        { title: 'Во все тяжкие', language: 'ru' },
        { title: 'Breaking Bad (US)', country: 'US' },
        { title: 'Bad' },
      ],
      episodeTitles: [{ title: 'Der Einstieg', language: 'de' }],
      seasons: [{ number: 1, episodes: 7 }],
    });
  });

  test.each([
    ['a text', 'x'],
    ['an object', { de: 'Das Boot' }],
    ['a number', 3],
  ])('names as %s are none', (_, titles) => {
    const media = readResolvedMedia({ tmdbId: 1, title: 'A', titles, popularity: 'high' }, 'movie');
    expect(media).toEqual({ type: 'movie', tmdbId: 1, title: 'A' });
  });

  test('of ten thousand names the first 200 are read', () => {
    const titles = Array.from({ length: 10_000 }, (_, index) => ({ title: `Name ${index}` }));
    expect(readResolvedMedia({ tmdbId: 1, title: 'A', titles }, 'movie')?.titles).toHaveLength(200);
  });

  test('candidates: those that can be used, best first', () => {
    const data = {
      tmdbId: 1,
      title: 'A',
      candidates: [{ tmdbId: 1, title: 'A' }, { title: 'no id' }, 7, { tmdbId: 2, title: 'B' }],
    };
    expect(readResolvedMedia(data, 'movie')?.candidates?.map(({ tmdbId }) => tmdbId)).toEqual([1, 2]);
    expect(
      readResolvedMedia(
        [
          { id: 1, title: 'A' },
          { id: 2, title: 'B' },
        ],
        'movie',
      ),
    ).toMatchObject({ tmdbId: 1, candidates: [{ tmdbId: 2 }] });
  });

  test.each([
    [undefined],
    [null],
    [7],
    ['x'],
    [true],
    [[]],
    [[7]],
    [{}],
    [{ results: [] }],
    [{ media: null }],
    [{ title: 'no id' }],
    [{ tmdbId: 0 }],
    [{ tmdbId: -1 }],
    [{ tmdbId: 1.5 }],
    [{ tmdbId: 'abc' }],
    [{ tmdbId: '99999999999999999999' }],
    [{ tmdbId: Number.NaN }],
    [{ tmdbId: { value: 1 } }],
  ])('nothing usable in %j', (data) => {
    expect(readResolvedMedia(data, 'movie')).toBeUndefined();
  });

  test('an episode without its place or its own id cannot be used', () => {
    expect(readResolvedMedia({ tvShowId: 1396, title: 'Breaking Bad' }, 'episode')).toBeUndefined();
    expect(
      readResolvedMedia({ tvShowId: 1396, seasonNumber: 1, episodeNumber: 0 }, 'episode'),
    ).toBeUndefined();
  });

  test.each([
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    '/poster.jpg',
    'http://',
    `https://a.example/${'x'.repeat(3000)}`,
    7,
    null,
  ])('an address that is no http(s) address is left out: %j', (address) => {
    const media = readResolvedMedia({ tmdbId: 1, title: 'x', posterUrl: address, url: address }, 'movie');
    expect(media).toEqual({ type: 'movie', tmdbId: 1, title: 'x' });
  });

  test('a picture of the film database is found by its path', () => {
    expect(readResolvedMedia({ id: 1, title: 'x', poster_path: '/abc.jpg' }, 'movie')?.posterUrl).toBe(
      'https://image.tmdb.org/t/p/w185/abc.jpg',
    );
    expect(
      readResolvedMedia({ id: 1, title: 'x', poster_path: '/../evil?.jpg' }, 'movie')?.posterUrl,
    ).toBeUndefined();
  });

  test('text is one line of at most 300 characters', () => {
    const title =
      readResolvedMedia({ tmdbId: 1, title: `a\u0000\u001b\n${'b'.repeat(1_000_000)}` }, 'movie')?.title ??
      '';
    expect(title.length).toBe(300);
    expect(title.startsWith('a b')).toBe(true);
  });

  test('every value is read as undefined or as media that can be scrobbled', () => {
    const word = fc.constantFrom(
      'tmdbId',
      'id',
      'title',
      'show',
      'episode',
      'season',
      'number',
      'ids',
      'results',
      'media',
      'posterUrl',
      'url',
      'candidates',
      '__proto__',
      'constructor',
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.integer(),
        fc.string(),
        fc.constant(null),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(word, tie('tree'), { maxKeys: 6 }),
      ),
    }));
    fc.assert(
      fc.property(tree, fc.constantFrom('movie' as const, 'episode' as const), (data, asked) => {
        const media = readResolvedMedia(data, asked);
        if (media === undefined) return;
        expect(resolvedMediaSchema.safeParse(media).success).toBe(true);
        expect(media.tmdbId ?? media.id).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });
});
