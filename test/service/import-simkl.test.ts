import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readTaken, store, upload } from './import-file';
import { startTest, type ServiceUnderTest } from './service-under-test';

let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startTest();
});
afterEach(() => service.close());

const viewings = async () =>
  (await service.history()).map(({ media: { tmdbId, tvShowId, seasonNumber, episodeNumber }, watchedAt }) =>
    [tmdbId ?? tvShowId, seasonNumber, episodeNumber, watchedAt].join(' '),
  );
const ratings = async () => (await service.call('GET', '/matinee/ratings')).body.data?.['items'];

const HEAD = 'SIMKL_ID,Title,Type,Year,Watchlist,LastEpWatched,WatchedDate,Rating,Memo,TVDB,TMDB,IMDB\n';
const read = async (...lines: string[]) => readTaken(`${HEAD}${lines.join('\n')}\n`);

describe('the CSV backup of Simkl', () => {
  test('has films with the day before the month and ratings of 10', async () => {
    const { id, ...preview } = await upload(
      service,
      HEAD.concat('1,Sintel,movie,2010,completed,,05-11-2023 21:50:41,5,,,,tt1727587\n').concat(
        '2,Spring,movie,2019,completed,,2023-11-25,,,,593048,\n',
      ),
    );
    expect(preview).toMatchObject({ source: 'Simkl', rows: 2, unread: 0, ready: 2 });
    await store(service, id);
    expect(await viewings()).toEqual([
      '593048   2023-11-25T12:00:00.000Z',
      '45745   2023-11-05T21:50:41.000Z',
    ]);
    expect(await ratings()).toMatchObject([{ rating: 5, ratedAt: '2023-11-05T21:50:41.000Z' }]);
  });

  test('says of a series the last episode; those before it in the season are left out', async () => {
    const { id, ...preview } = await upload(
      service,
      `${HEAD}11121,Breaking Bad,tv,2008,watching,s1e3,06-12-2023 21:50:41,9,,81189,1396,tt0903747\n`,
    );
    // The rating of a series belongs to no episode.
    expect(preview).toMatchObject({ rows: 3, ready: 1, left: 2, unread: 1 });
    await store(service, id);
    expect(await viewings()).toEqual(['1396 1 3 2023-12-06T21:50:41.000Z']);
    expect(await ratings()).toEqual([]);
  });

  test('a series that does not say which episode is unclear, and never a film of its name', async () => {
    const file = `${HEAD}1029,Metropolis,tv show,1927,completed,7,06-12-2023 21:50:41,,cool,71470,,\n`;
    expect(await upload(service, file)).toMatchObject({ rows: 1, ready: 0, unclear: 1 });
  });

  test('an anime is looked up: its id can be that of a film', async () => {
    expect((await read('5,X,anime,2020,watching,S1E1,06-12-2023 21:50:41,,,,45745,'))?.rows).toEqual([
      expect.objectContaining({ type: 'episode', title: 'X', tmdbId: undefined, episodeNumber: 1 }),
    ]);
  });

  test.each([
    ['plantowatch', true],
    ['Plan to Watch', true],
    ['notinteresting', false],
    ['dropped', false],
    ['hold', false],
  ])('a film of the list "%s" is not watched, but its rating is kept', async (list, isPlanned) => {
    const rated = `1,Sintel,movie,2010,${list},,05-11-2023 21:50:41,7,,,45745,`;
    const planned = `2,Spring,movie,2019,${list},,05-11-2023 21:50:41,,,,593048,`;
    const file = await read(rated, planned);
    const rows = isPlanned ? [{ tmdbId: 593_048, part: 'watchlist' }] : [];
    expect(file).toMatchObject({ rows: [{ tmdbId: 45_745, rating: 7 }, ...rows], unread: isPlanned ? 0 : 1 });
    expect(file?.rows.map(({ watchedAt }) => watchedAt)).not.toContainEqual(expect.any(Number));
  });

  test('a series that is planned is not watched, but on the watchlist', async () => {
    const line = '5,Dark,tv,2017,plantowatch,s1e1,05-11-2023 21:50:41,,,,70523,';
    expect(await read(line)).toMatchObject({ rows: [{ tmdbId: 70_523, part: 'watchlist' }], unread: 0 });
  });

  test.each(['dropped', 'notinteresting'])(
    'a series that is "%s" keeps what was watched of it',
    async (list) => {
      const line = `5,Dark,tv,2017,${list},s1e1,05-11-2023 21:50:41,,,,70523,`;
      expect(await read(line)).toMatchObject({
        rows: [
          { tmdbId: 70_523, seasonNumber: 1, episodeNumber: 1 },
          { level: 'show', part: 'dropped' },
        ],
      });
    },
  );

  test('the month comes first where a line of the file says it', async () => {
    const lines = ['01', '13'].map((day) => `1,A,movie,2010,completed,,11/${day}/2023,,,,45745,`);
    expect((await read(...lines))?.rows.map(({ watchedAt = 0 }) => new Date(watchedAt).toJSON())).toEqual([
      '2023-11-01T12:00:00.000Z',
      '2023-11-13T12:00:00.000Z',
    ]);
  });

  test('is known without its ids too, as the file that Simkl imports', async () => {
    const file = 'Type,Title,Year,TVDB_ID,IMDB_ID,Watchlist,LastEpWatched,WatchedDate\n'.concat(
      'movie,Sintel,2010,,tt1727587,completed,,05/11/2023\n',
    );
    expect(await readTaken(file)).toMatchObject({ source: 'Simkl', rows: [{ imdbId: 'tt1727587' }] });
  });
});

describe('a film among the anime of Simkl', () => {
  const film = {
    last_watched_at: '2026-01-03T13:00:00Z',
    status: 'completed',
    user_rating: 9,
    anime_type: 'movie',
    show: { title: 'Sintel', year: 2010, ids: { tmdb: '45745' } },
  };
  const part = (number: number) => ({ number, watched_at: `2026-01-0${String(number)}T13:00:00Z` });

  test('is stored as that film, with its rating', async () => {
    const anime = [{ ...film, seasons: [{ number: 1, episodes: [part(3)] }] }];
    const { id, ...preview } = await upload(service, JSON.stringify({ anime }));
    expect(preview).toMatchObject({ rows: 1, unread: 0, ready: 1 });
    await store(service, id);
    expect(await viewings()).toEqual(['45745   2026-01-03T13:00:00.000Z']);
    expect(await ratings()).toMatchObject([{ rating: 9, media: { type: 'movie', tmdbId: 45_745 } }]);
  });

  test('is unclear where it has several parts: the id is that of none', async () => {
    const anime = [
      { ...film, total_episodes_count: 3, seasons: [{ number: 1, episodes: [part(1), part(2)] }] },
    ];
    expect(await upload(service, JSON.stringify({ anime }))).toMatchObject({
      rows: 2,
      unread: 1,
      unclear: 2,
    });
  });
});
