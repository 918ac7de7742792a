import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readTaken, store, upload } from './import-file';
import { startTest, type ServiceUnderTest } from './service-under-test';

/** Forms of the products' files that say a viewing in another way than most rows. */
let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startTest();
});
afterEach(() => service.close());

const read = async (text: string) => (await readTaken(text))?.rows ?? [];
const places = async () =>
  (await service.history()).map(({ media: { tmdbId, tvShowId, seasonNumber, episodeNumber } }) =>
    [tmdbId ?? tvShowId, seasonNumber, episodeNumber].join(':'),
  );

describe('a title of Netflix', () => {
  test.each([
    ['Dark: Staffel 2: Anfänge: und Enden', ['Dark', 2, undefined, 'Anfänge: und Enden']],
    ['Seinfeld: Season 4: The Bubble Boy (Episode 6)', ['Seinfeld', 4, 6, 'The Bubble Boy']],
    ['Outnumbered: Series 1: The City Farm (Episode 3)', ['Outnumbered', 1, 3, 'The City Farm']],
    ['Adolescence: Limited Series: Episode 4 (Episode 4)', ['Adolescence', 1, 4, 'Episode 4']],
    ['Chernobyl: Miniserie: 1:23:45', ['Chernobyl', 1, undefined, '1:23:45']],
    [
      'Fullmetal Alchemist: Brotherhood: Season 1: Fullmetal Alchemist',
      ['Fullmetal Alchemist: Brotherhood', 1, undefined, 'Fullmetal Alchemist'],
    ],
    [
      'Avatar: The Last Airbender: Book 1: Water: The Boy in the Iceberg (Episode 1)',
      ['Avatar: The Last Airbender', 1, undefined, 'Water: The Boy in the Iceberg'],
    ],
    ['ハウス: シーズン2: 受け入れ', ['ハウス', 2, undefined, '受け入れ']],
    ['Дом: Сезон 3: Начало', ['Дом', 3, undefined, 'Начало']],
  ])('%s', async (title, [series, seasonNumber, episodeNumber, episodeTitle]) => {
    expect(await read(`Title,Date\n"${title}",1/31/23\n`)).toMatchObject([
      { type: 'episode', title: series, seasonNumber, episodeTitle },
    ]);
    expect((await read(`Title,Date\n"${title}",1/31/23\n`))[0]?.episodeNumber).toBe(episodeNumber);
  });

  test.each([
    ['Chernobyl: Limited Series: 1:23:45', '87108:1:1'],
    ['Fullmetal Alchemist: Brotherhood: Season 1: Fullmetal Alchemist (Episode 1)', '31911:1:1'],
    ['Stranger Things: Stranger Things 2: Chapter One: MADMAX', '66732:2:1'],
    ['Stranger Things: Volume 4: Chapter One: MADMAX', '66732:2:1'],
    ['Breaking Bad: Book 1: Water: Pilot', '1396:1:1'],
    ['Breaking Bad: The Beginning: Pilot', undefined],
    ['Stranger Things: Chapter One: MADMAX', '66732:2:1'],
    ['Sintel', '45745::'],
  ])('%s is looked up as what the catalogue knows', async (title, place) => {
    const { id, ...preview } = await upload(service, `Title,Date\n"${title}",1/31/23\n`);
    expect(preview).toMatchObject(place === undefined ? { ready: 0, unclear: 1 } : { ready: 1, unclear: 0 });
    await store(service, id);
    expect(await places()).toEqual(place === undefined ? [] : [place]);
  });
});

describe('Simkl', () => {
  const work = (title: string, tmdb: string) => ({ title, year: 2010, ids: { tmdb } });

  test('keeps the ratings of films, also of those without a viewing', async () => {
    const movies = [
      {
        last_watched_at: '2021-02-03T20:00:00Z',
        user_rated_at: '2021-02-03T21:00:00Z',
        user_rating: 8,
        movie: work('Sintel', '45745'),
      },
      { last_watched_at: null, user_rated_at: '2021-02-04T21:00:00Z', user_rating: 7, movie: work('B', '2') },
      { last_watched_at: null, status: 'plantowatch', movie: work('C', '3') },
    ];
    const { id, ...preview } = await upload(service, JSON.stringify({ movies }));
    expect(preview).toMatchObject({ rows: 3, unread: 0, ready: 3 });
    expect(await store(service, id)).toMatchObject({ added: 1 });
    expect((await service.call('GET', '/matinee/ratings')).body.data).toMatchObject({
      items: [{ rating: 7 }, { rating: 8, ratedAt: '2021-02-03T21:00:00.000Z' }],
    });
  });

  test('a series without its episodes is unclear, its rating and what is planned are kept', async () => {
    const shows = [
      {
        last_watched_at: '2020-04-03T20:00:00Z',
        user_rating: 9,
        status: 'completed',
        watched_episodes_count: 5,
        show: work('Chernobyl', '87108'),
      },
      { last_watched_at: null, status: 'plantowatch', show: work('Dark', '70523') },
    ];
    const { id, ...preview } = await upload(service, JSON.stringify({ shows }));
    expect(preview).toMatchObject({ rows: 3, unread: 0, ready: 2, unclear: 1 });
    const headers = { cookie: await service.signedIn() };
    const left = await service.app.request(`/import/${String(id)}/left.csv`, { headers });
    expect(await left.text()).toContain('Chernobyl');
  });
});

describe('Trakt', () => {
  const movie = { title: 'Sintel', year: 2010, ids: { tmdb: 45_745 } };
  const show = { title: 'Breaking Bad', year: 2008, ids: { tmdb: 1396 } };

  test('a viewing of an unknown date is the first one, unless there is one of the film', async () => {
    const unknown = { watched_at: '1970-01-01T00:00:00.000Z', type: 'movie', movie };
    const first = await upload(service, JSON.stringify([unknown]));
    expect(first).toMatchObject({ ready: 1, unread: 0 });
    await store(service, first['id']);
    expect((await service.history())[0]?.watchedAt).toBe('1970-01-01T12:00:00.000Z');
    await service.call('DELETE', `/matinee/imports/${String(first['id'])}`);
    await service.scrobble({ type: 'movie', tmdbId: 45_745, progress: 95, duration: 100 });
    const again = await upload(service, JSON.stringify([unknown]));
    expect(again).toMatchObject({ ready: 1, known: 1 });
    expect(await store(service, again['id'])).toMatchObject({ added: 0 });
    expect(await service.store.check()).toEqual([]);
  });

  test('ratings of series and seasons are kept', async () => {
    const file = [
      { rated_at: '2014-09-01T09:10:11.000Z', rating: 10, type: 'show', show },
      { rated_at: '2014-09-01T09:10:11.000Z', rating: 7, type: 'season', season: { number: 1 }, show },
    ];
    const { id, ...preview } = await upload(service, JSON.stringify(file));
    expect(preview).toMatchObject({ source: 'Trakt', ready: 2, unread: 0 });
    await store(service, id);
    const grades = await service.store.ratings.grades(service.owner.id, { type: 'all', limit: 9, offset: 0 });
    expect(grades.map(({ media, rating }) => `${media} ${String(rating)}`).toSorted()).toEqual([
      'season:1396:1 7',
      'show:1396 10',
    ]);
  });

  test('the lists of watched films and series have the last viewing of each', async () => {
    const time = '2014-10-11T17:00:54.000Z';
    const seasons = [{ number: 2, episodes: [{ number: 3, plays: 1, last_watched_at: time }] }];
    const file = [
      { plays: 4, last_watched_at: time, movie },
      { plays: 1, last_watched_at: time, show, seasons },
    ];
    const { id } = await upload(service, JSON.stringify(file));
    await store(service, id);
    expect((await places()).sort()).toEqual(['1396:2:3', '45745::']);
  });

  test('plays of which the lists of Trakt do not state the time are left out, and counted', async () => {
    const time = '2014-10-11T17:00:54.000Z';
    const seasons = [{ number: 2, episodes: [{ number: 3, plays: 2, last_watched_at: time }] }];
    const file = [
      { plays: 3, last_watched_at: time, movie },
      { plays: 2, last_watched_at: time, show, seasons },
      { plays: 5000, last_watched_at: time, movie: { ids: { tmdb: 10_378 } } },
    ];
    const { id, ...preview } = await upload(service, JSON.stringify(file));
    expect(preview).toMatchObject({ rows: 105, ready: 3, left: 102 });
    expect(await store(service, id)).toMatchObject({ added: 3 });
  });
});

describe('TV Time', () => {
  test('films and episodes of tracking-prod-records.csv; what was planned is on the watchlist', async () => {
    const file = 'user_id,type,entity_type,series_name,season_number,episode_number,movie_name,release_date,'
      .concat('watch_date,created_at,runtime\n')
      .concat('1,watch,episode,Chernobyl,1,2,,,,2019-06-02 20:00:00,3600\n')
      .concat('1,watch,movie,,,,Sintel,2010-09-27 00:00:00,2020-01-02 20:00:00,2020-01-05 20:00:00,888\n')
      .concat('1,follow,movie,,,,Metropolis,1927-02-06 00:00:00,,2020-01-03 20:00:00,\n')
      .concat('1,towatch,movie,,,,Charade,1963-12-05 00:00:00,,2020-01-03 20:00:00,\n');
    const { id, ...preview } = await upload(service, file);
    expect(preview).toMatchObject({ rows: 3, ready: 3, unread: 1 });
    await store(service, id);
    expect((await service.history()).map(({ watchedAt }) => watchedAt)).toEqual([
      '2020-01-02T20:00:00.000Z',
      '2019-06-02T20:00:00.000Z',
    ]);
  });

  test('tracking-prod-records-v2.csv, and the year in the name of a series', async () => {
    const file = 's_id,series_name,key,season_number,episode_number,created_at\n'
      .concat('176941,Sherlock (2010),watch-episode-1,1,1,2019-03-02 21:15:04\n')
      .concat('176941,Sherlock (2010),user-series-176941,,,2019-03-02 21:10:04\n');
    const { id, ...preview } = await upload(service, file);
    expect(preview).toMatchObject({ rows: 1, ready: 1, unread: 1 });
    await store(service, id);
    expect(await places()).toEqual(['19885:1:1']);
  });
});
