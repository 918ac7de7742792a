import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readFile } from '../../src/service/library/imports/read-file';
import { readTaken } from './import-file';

/** The forms in which other products give a history to its person: written after public fixtures of each. */
const film = (title: string, rest: object) => ({ type: 'movie', title, ...rest });
const episode = (
  title: string,
  seasonNumber: number | undefined,
  episodeNumber: number,
  rest: object = {},
) => ({
  type: 'episode',
  title,
  ...(seasonNumber === undefined ? {} : { seasonNumber }),
  episodeNumber,
  ...rest,
});
const at = (text: string) => Date.parse(text);
const unknown = { isUndated: true, watchedAt: at('1970-01-01T12:00:00Z') };

const zipOf = (files: Readonly<Record<string, string>>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));

const FILES: readonly [
  name: string,
  text: string,
  source: string,
  rows: readonly object[],
  unread: number,
][] = [
  [
    'tvtime-series-episodes.csv',
    'series_tvdb_id,series_imdb_id,series_uuid,title,season,episode,tvdb_id,is_watched,watched_at,rewatch_count,special\n' +
      '70851,,u1,Dark,1,1,1,true,2019-10-04 03:43:42,0,false\n' +
      '70851,,u1,Dark,1,2,2,false,,0,false\n' +
      '70851,,u1,Dark,1,3,3,true,,1,false\n',
    'TV Time',
    [
      episode('Dark', 1, 1, { watchedAt: at('2019-10-04T03:43:42Z') }),
      episode('Dark', 1, 3, unknown),
      episode('Dark', 1, 3, { isLeftOut: true }),
    ],
    1,
  ],
  [
    'tvtime-movies.csv',
    'uuid,tvdb_id,imdb_id,title,year,created_at,watched_at,is_watched,rewatch_count\n' +
      'u1,1,tt1727587,Sintel,2010,2022-03-18T00:03:26Z,2022-03-18T00:03:26Z,true,0\n' +
      'u2,2,tt2285752,Tears of Steel,2012,2022-03-18T00:03:26Z,,false,0\n',
    'TV Time',
    [
      film('Sintel', { year: 2010, imdbId: 'tt1727587', watchedAt: at('2022-03-18T00:03:26Z') }),
      film('Tears of Steel', { part: 'watchlist', kept: { added_at: at('2022-03-18T00:03:26Z') } }),
    ],
    0,
  ],
  [
    'tvtime-series.json',
    JSON.stringify([
      {
        id: { tvdb: 1, imdb: null },
        title: 'Dark',
        status: 'continuing',
        seasons: [
          {
            number: 1,
            episodes: [
              { id: { tvdb: 2 }, number: 1, is_watched: true, watched_at: '2025-05-13T00:37:58Z' },
              { id: { tvdb: 3 }, number: 2, is_watched: false, watched_at: null },
            ],
          },
        ],
      },
    ]),
    'TV Time',
    [episode('Dark', 1, 1, { watchedAt: at('2025-05-13T00:37:58Z') })],
    0,
  ],
  [
    'ratings.csv',
    'Const,Your Rating,Date Rated,Title,Original Title,URL,Title Type,IMDb Rating,Runtime (mins),Year\n' +
      'tt1727587,8,2024-02-03,Sintel,Sintel,https://x/,Movie,7.4,15,2010\n' +
      'tt2301451,10,2024-02-04,Breaking Bad: Ozymandias,Ozymandias,https://x/,TV Episode,10,47,2013\n' +
      'tt0903747,9,2024-02-05,Breaking Bad,Breaking Bad,https://x/,TV Series,9.5,49,2008\n',
    'IMDb',
    [
      film('Sintel', { imdbId: 'tt1727587', year: 2010, rating: 8, ratedAt: at('2024-02-03T12:00:00Z') }),
      { type: 'episode', title: 'Breaking Bad', episodeTitle: 'Ozymandias', rating: 10 },
      { type: 'episode', level: 'show', title: 'Breaking Bad', imdbId: 'tt0903747', rating: 9 },
    ],
    0,
  ],
  [
    'watch-history.csv',
    '"Date Watched","Type","Title","Episode Title","Global Title Identifier","Image URL"\n' +
      '"1736456347817","Series","Dark - Season 2","Episode 5: Verloren und Gefunden","a","x"\n' +
      '"1736456347817","Series","Dark - Season 2","Episode 5: Verloren und Gefunden","a","x"\n' +
      '"1720348983053","Movie","Sintel","","b","x"\n' +
      '"1662745840083","Movie","Episode 0: Official Trailer","","c","x"\n',
    'Prime Video',
    [
      episode('Dark', 2, 5, { episodeTitle: 'Verloren und Gefunden', watchedAt: 1_736_456_347_817 }),
      film('Sintel', { watchedAt: 1_720_348_983_053 }),
      film('Episode 0: Official Trailer', { isLeftOut: true }),
    ],
    0,
  ],
  [
    'yamtrack.csv',
    '"media_id","source","media_type","title","image","season_number","episode_number","score","progress","status","start_date","end_date","notes","progress_changed"\n' +
      '"1396","tmdb","tv","Breaking Bad","","","","9.0","1","In progress","","","",""\n' +
      '"1396","tmdb","episode","Breaking Bad","","1","2","","","","","2024-02-09","",""\n' +
      '"45745","tmdb","movie","Sintel","","","","8.5","1","Completed","","2024-02-10","",""\n' +
      '"593048","tmdb","movie","Spring","","","","","0","Planning","","","",""\n' +
      '"2","mal","manga","X","","","","","0","Completed","","2024-02-09","",""\n',
    'Yamtrack',
    [
      episode('Breaking Bad', 1, 2, { tmdbId: 1396, watchedAt: at('2024-02-09T12:00:00Z') }),
      film('Sintel', { tmdbId: 45_745, watchedAt: at('2024-02-10T12:00:00Z'), rating: 8.5 }),
      film('Spring', { tmdbId: 593_048, part: 'watchlist' }),
    ],
    2,
  ],
  [
    'watcharr.json',
    JSON.stringify([
      {
        createdAt: '2024-06-08T12:51:09Z',
        updatedAt: '2024-06-09T12:51:09Z',
        status: 'FINISHED',
        rating: 10,
        content: { tmdbId: 45_745, title: 'Sintel', type: 'movie' },
        activity: [],
      },
      {
        status: 'FINISHED',
        content: { tmdbId: 1396, title: 'Breaking Bad', type: 'tv' },
        watchedEpisodes: [
          { createdAt: '2024-08-02T20:16:19Z', seasonNumber: 1, episodeNumber: 1, status: 'FINISHED' },
          { createdAt: '2024-08-02T20:16:19Z', seasonNumber: 1, episodeNumber: 2, status: 'PLANNED' },
        ],
      },
    ]),
    'Watcharr',
    [
      film('Sintel', { tmdbId: 45_745, isUndated: true, watchedAt: at('2024-06-08T12:51:09Z'), rating: 10 }),
      episode('Breaking Bad', 1, 1, { tmdbId: 1396, isUndated: true, watchedAt: at('2024-08-02T20:16:19Z') }),
    ],
    0,
  ],
  [
    'history.csv',
    'title,year,tmdbId,imdbId,watchedAt,comment\nSintel,2010,45745,tt1727587,2024-01-02,\nSpring,2019,593048,,,\n',
    'Movary',
    [
      film('Sintel', { tmdbId: 45_745, watchedAt: at('2024-01-02T12:00:00Z') }),
      film('Spring', { tmdbId: 593_048, ...unknown }),
    ],
    0,
  ],
  [
    'ratings.csv',
    'TMDb ID,IMDb ID,Type,Name,Release Date,Season Number,Episode Number,Rating,Your Rating,Date Rated\n' +
      '85987,tt0583459,tv,Friends S1E1,1994-09-22T00:00:00Z,1,1,6.9,8,2023-01-07T16:35:52Z\n' +
      '45745,tt1727587,movie,Sintel,2010-07-20T00:00:00Z,,,7.7,7,2023-05-02T09:29:50Z\n' +
      '87108,,tv,Chernobyl,2019-05-06T00:00:00Z,,,8.6,8,2023-05-02T09:40:17Z\n',
    'TMDB',
    [
      episode('Friends', 1, 1, { rating: 8, ratedAt: at('2023-01-07T16:35:52Z') }),
      film('Sintel', { tmdbId: 45_745, rating: 7 }),
      { type: 'episode', level: 'show', tmdbId: 87_108, rating: 8 },
    ],
    0,
  ],
  [
    'ryot.json',
    JSON.stringify({
      metadata: [
        {
          lot: 'show',
          source: 'tmdb',
          identifier: '1396',
          source_id: 'Breaking Bad',
          seen_history: [
            { ended_on: '2024-01-02', progress: '100', show_season_number: 1, show_episode_number: 3 },
            { progress: '40', show_season_number: 1, show_episode_number: 4 },
          ],
          reviews: [],
        },
        {
          lot: 'movie',
          source: 'tmdb',
          identifier: '45745',
          source_id: 'Sintel',
          seen_history: [{ ended_on: '2024-01-03' }],
          reviews: [{ rating: '85' }],
        },
        { lot: 'book', source: 'openlibrary', identifier: 'x', seen_history: [{}], reviews: [] },
      ],
    }),
    'Ryot',
    [
      episode('Breaking Bad', 1, 3, { tmdbId: 1396, watchedAt: at('2024-01-02T12:00:00Z') }),
      film('Sintel', { tmdbId: 45_745, watchedAt: at('2024-01-03T12:00:00Z') }),
      film('Sintel', { tmdbId: 45_745, rating: 8.5 }),
    ],
    2,
  ],
  [
    'diary.json',
    JSON.stringify({
      reviews: [
        {
          showId: 1396,
          showName: 'Breaking Bad',
          seasonId: 77,
          showSeasons: [{ id: 77, seasonNumber: 2 }],
          episodeNumber: 4,
          backdate: '2024-03-04T00:00:00Z',
          rating: 9,
        },
        { showId: 1396, showName: 'Breaking Bad', seasonId: 77, showSeasons: [], episodeNumber: null },
      ],
    }),
    'Serializd',
    [episode('Breaking Bad', 2, 4, { tmdbId: 1396, watchedAt: at('2024-03-04T00:00:00Z'), rating: 9 })],
    1,
  ],
  [
    'anilist.json',
    JSON.stringify({
      data: {
        MediaListCollection: {
          lists: [
            {
              isCustomList: false,
              entries: [
                {
                  media: { format: 'MOVIE', title: { romaji: 'Kimi no Na wa.' } },
                  status: 'COMPLETED',
                  progress: 1,
                  score: 9,
                  completedAt: { year: 2024, month: 5, day: 6 },
                },
                {
                  media: { format: 'TV', title: { romaji: 'FLCL' } },
                  status: 'CURRENT',
                  progress: 2,
                  completedAt: { year: null, month: null, day: null },
                },
                { media: { title: { romaji: 'X' } }, status: 'PLANNING', progress: 0 },
              ],
            },
          ],
        },
      },
    }),
    'AniList',
    [
      film('Kimi no Na wa.', { watchedAt: at('2024-05-06T12:00:00Z'), rating: 9 }),
      episode('FLCL', undefined, 1, unknown),
      episode('FLCL', undefined, 2, unknown),
      { type: 'episode', level: 'show', title: 'X', part: 'watchlist' },
    ],
    0,
  ],
  [
    'animelist.xml',
    '<?xml version="1.0" encoding="UTF-8" ?>\n<myanimelist><myinfo><user_name>x</user_name></myinfo>\n' +
      '<anime><series_animedb_id>227</series_animedb_id><series_title><![CDATA[FLCL & more]]></series_title>' +
      '<series_type>OVA</series_type><my_watched_episodes>2</my_watched_episodes>' +
      '<my_finish_date>2024-05-06</my_finish_date><my_score>8</my_score><my_status>Completed</my_status></anime>\n' +
      '<anime><series_title>Planned &amp; never seen</series_title><series_type>TV</series_type>' +
      '<my_watched_episodes>0</my_watched_episodes><my_finish_date>0000-00-00</my_finish_date>' +
      '<my_status>Plan to Watch</my_status></anime></myanimelist>',
    'MyAnimeList',
    [
      episode('FLCL & more', undefined, 1, unknown),
      episode('FLCL & more', undefined, 2, { watchedAt: at('2024-05-06T12:00:00Z') }),
      { type: 'episode', level: 'show', title: 'Planned & never seen', part: 'watchlist' },
    ],
    // The score of a season has no place.
    1,
  ],
  [
    'trakt.csv',
    'action,type,title,year,imdb_id,tmdb_id,season,episode,watched_at,rating,rated_at\n' +
      'history,movie,Sintel,2010,tt1727587,45745,,,2024-01-15T12:00:00.000Z,,\n' +
      'history,episode,Breaking Bad,2008,,62086,1,2,2024-01-16T12:00:00.000Z,,\n' +
      'watchlist,movie,Spring,2019,,593048,,,,,\n',
    'Trakt',
    [
      film('Sintel', { tmdbId: 45_745, watchedAt: at('2024-01-15T12:00:00Z') }),
      episode('Breaking Bad', 1, 2, { watchedAt: at('2024-01-16T12:00:00Z') }),
    ],
    1,
  ],
];

describe('a file is told by its content', () => {
  test.each(FILES)('%s', async (name, text, source, rows, unread) => {
    const file = await readTaken(text, name);
    expect(file).toMatchObject({ source, unread });
    expect(file?.rows).toMatchObject(rows);
    expect(file?.rows).toHaveLength(rows.length);
  });

  test.each([
    [
      'tvtime-series.csv',
      'uuid,tvdb_id,imdb_id,title,status,created_at\nu,1,,Dark,continuing,2018-12-18T12:39:15Z\n',
    ],
    [
      'watchlist.csv of IMDb',
      'Position,Const,Created,Title,Title Type,Year,Your Rating,Date Rated\n1,tt1727587,2023-07-09,Sintel,Movie,2010,,\n',
    ],
  ])('%s is a list', async (_, text) => {
    expect(await readFile(text)).toBe('list');
  });
});

const DIARY = 'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n';
const WATCHED = 'Date,Name,Year,Letterboxd URI\n';

describe('an archive is taken as it was received', () => {
  test('Letterboxd: each viewing once, and none of what was liked, listed or deleted', async () => {
    const file = await readTaken(
      zipOf({
        'letterboxd-x/diary.csv': `${DIARY}2024-01-03,Sintel,2010,x,4,,,2024-01-02\n2024-02-03,Sintel,2010,x,,Yes,,2024-02-02\n`,
        'letterboxd-x/watched.csv': `${WATCHED}2024-01-03,Sintel,2010,x\n2023-01-03,Spring,2019,y\n`,
        'letterboxd-x/ratings.csv': 'Date,Name,Year,Letterboxd URI,Rating\n2024-01-03,Sintel,2010,x,4\n',
        'letterboxd-x/deleted/diary.csv': `${DIARY}2024-01-03,Deleted,2010,x,4,,,2024-01-02\n`,
        'letterboxd-x/likes/films.csv': `${WATCHED}2024-01-03,Liked,2010,x\n`,
        'letterboxd-x/profile.csv': 'Date Joined,Username\n2020-01-01,x\n',
        'letterboxd-x/picture.jpg': 'not text',
      }),
    );
    expect(file?.source).toBe('Letterboxd');
    const viewings = file?.rows.filter(({ watchedAt }) => watchedAt !== undefined) ?? [];
    expect(
      viewings.map(({ title, watchedAt = 0, isUndated }) => [title, new Date(watchedAt).toJSON(), isUndated]),
    ).toEqual([
      ['Sintel', '2024-01-02T12:00:00.000Z', undefined],
      ['Sintel', '2024-02-02T12:00:00.000Z', undefined],
      ['Spring', '2023-01-03T12:00:00.000Z', true],
    ]);
  });

  test('TV Time: the same viewing in CSV and JSON is one', async () => {
    const [csv, , json] = FILES;
    const file = await readTaken(
      zipOf({
        'tvtime-series-episodes.csv': csv?.[1] ?? '',
        'tvtime-series.json': (json?.[1] ?? '').replace('2025-05-13T00:37:58Z', '2019-10-04T03:43:42Z'),
      }),
    );
    expect(file?.rows.filter(({ isLeftOut }) => isLeftOut !== true)).toHaveLength(2);
  });

  test('a gzip file, as MyAnimeList gives it', async () => {
    const xml = FILES.find(([name]) => name === 'animelist.xml')?.[1] ?? '';
    expect(await readTaken(gzipSync(xml), 'animelist.xml.gz')).toMatchObject({ source: 'MyAnimeList' });
  });

  test.each([
    ['unpacks to more than any export', zipOf({ 'a.csv': `Title,Date\n${'x'.repeat(20_000_000)}` })],
    ['is a gzip file of that kind', gzipSync('x'.repeat(20_000_000))],
    [
      'has more files than any export',
      zipOf(Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`${n}.csv`, '']))),
    ],
    ['is cut off', zipOf({ 'diary.csv': `${DIARY}2024-01-03,Sintel,2010,x,4,,,2024-01-02\n` }).slice(0, 60)],
  ])('it is refused where it %s', async (_, bytes) => {
    expect(await readFile(bytes)).toBe('archive');
  });
});
