import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTest, type ServiceUnderTest } from './service-under-test';

const series = {
  id: 4242,
  name: 'The Lighthouse Keepers',
  original_name: 'Les Gardiens du phare',
  first_air_date: '2019-03-01',
  poster_path: '/keepers.jpg',
  seasons: [
    { season_number: 0, episode_count: 1 },
    { season_number: 1, episode_count: 2 },
    { season_number: 2, episode_count: 3 },
  ],
};
const episodeOf = (season: number, number: number, name: string) => ({
  id: 4242_00 + season * 10 + number,
  name,
  season_number: season,
  episode_number: number,
  runtime: 45,
});
const episodes = [
  episodeOf(1, 1, 'Fog'),
  episodeOf(1, 2, 'Foghorn'),
  episodeOf(2, 1, 'Storm'),
  episodeOf(2, 2, 'Lamp oil'),
  episodeOf(2, 3, 'The long night'),
];
const movie = {
  id: 777,
  title: 'Nobody Knows',
  original_title: 'Quién sabe',
  release_date: '2021-01-02',
  poster_path: null,
  runtime: 100,
  imdb_id: 'tt1111111',
};

/** Responses of the film database by path and query. */
const answers: Record<string, unknown> = {
  '/movie/777': movie,
  '/search/movie?query=Nobody+Knows': { results: [{ ...movie, id: 778, release_date: '1990-01-01' }, movie] },
  '/search/movie?query=nothing+like+this': { results: [] },
  '/find/tt1111111?external_source=imdb_id': {
    movie_results: [{ id: 777 }],
    tv_results: [],
    tv_episode_results: [],
  },
  '/find/tt2222222?external_source=imdb_id': {
    movie_results: [],
    tv_results: [],
    tv_episode_results: [{ show_id: 4242, season_number: 2, episode_number: 1 }],
  },
  '/tv/4242': series,
  '/search/tv?query=the+lighthouse+keepers': { results: [series] },
  ...Object.fromEntries(
    episodes.map((one) => [
      `/tv/4242/season/${String(one.season_number)}/episode/${String(one.episode_number)}`,
      one,
    ]),
  ),
  ...Object.fromEntries(
    [0, 1, 2].map((season) => [
      `/tv/4242/season/${String(season)}`,
      { episodes: episodes.filter((one) => one.season_number === season) },
    ]),
  ),
};

let server: Server;
let service: ServiceUnderTest;
let authorization: string | undefined;
let status = 0;
beforeEach(async () => {
  status = 0;
  server = createServer((request, response) => {
    ({ authorization } = request.headers);
    const answer = answers[(request.url ?? '').replace(/\?$/, '')];
    response
      .writeHead(status || (answer === undefined ? 404 : 200), { 'content-type': 'application/json' })
      .end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  service = startTest({
    tmdbToken: 'film-database-token',
    tmdbUrl: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
  });
});
afterEach(() => {
  service.close();
  server.closeAllConnections();
  server.close();
});
const resolve = (body: unknown) => service.call('POST', '/media/resolve', { body });

describe('with a token of the film database', () => {
  test.each([
    [
      'a film by id',
      { type: 'movie', tmdbId: 777 },
      { tmdbId: 777, title: 'Nobody Knows', year: 2021, runtime: 6000, imdbId: 'tt1111111' },
    ],
    ['a film by imdbId', { type: 'movie', imdbId: 'tt1111111' }, { tmdbId: 777 }],
    ['a film by title and year', { type: 'movie', title: 'Nobody Knows', year: 2021 }, { tmdbId: 777 }],
    [
      'an episode by numbers',
      { type: 'episode', tvShowId: 4242, seasonNumber: 2, episodeNumber: 2 },
      {
        tvShowId: 4242,
        id: 424222,
        episodeTitle: 'Lamp oil',
        posterUrl: 'https://image.tmdb.org/t/p/w185/keepers.jpg',
      },
    ],
    [
      'an episode by titles',
      { type: 'episode', seriesTitle: 'the lighthouse keepers', seasonNumber: 1, episodeNumber: 1 },
      { tvShowId: 4242, episodeTitle: 'Fog', year: 2019 },
    ],
    [
      'an episode by its name',
      { type: 'episode', tvShowId: 4242, episodeTitle: 'the long night' },
      { seasonNumber: 2, episodeNumber: 3 },
    ],
    [
      'an episode by its absolute number',
      { type: 'episode', tvShowId: 4242, episodeNumber: 4 },
      { seasonNumber: 2, episodeNumber: 2 },
    ],
    [
      'an episode by its own imdbId',
      { type: 'episode', imdbId: 'tt2222222' },
      { tvShowId: 4242, seasonNumber: 2, episodeNumber: 1 },
    ],
  ])('%s', async (_, body, expected) => {
    expect((await resolve(body)).body.data).toMatchObject(expected);
    expect(authorization).toBe('Bearer film-database-token');
  });

  test('unknown titles are looked up in the built-in catalogue, then 404', async () => {
    expect((await resolve({ type: 'movie', tmdbId: 10378 })).body.data).toMatchObject({
      title: 'Big Buck Bunny',
    });
    expect((await resolve({ type: 'movie', title: 'nothing like this' })).status).toBe(404);
  });

  test('up next uses its seasons, and the history its titles', async () => {
    await service.scrobble({
      type: 'episode',
      progress: 95,
      duration: 100,
      tvShowId: 4242,
      seasonNumber: 1,
      episodeNumber: 2,
    });
    const { body } = await service.call('GET', '/dashboard/up-next');
    expect(body.data?.['items']).toMatchObject([
      { title: 'The Lighthouse Keepers', subtitle: 'S2 E1 · Storm' },
    ]);
    expect((await service.history())[0]?.media).toMatchObject({
      title: 'The Lighthouse Keepers',
      episodeTitle: 'Foghorn',
    });
  });
});

describe.each([[500], [401], [429]])('when the film database answers %i', (answer) => {
  beforeEach(() => {
    status = answer;
  });

  test('the built-in catalogue still answers', async () => {
    expect((await resolve({ type: 'movie', title: 'Sintel' })).body.data).toMatchObject({ tmdbId: 45745 });
  });

  test('an unreachable film database is 502 and not 404, which clients remember', async () => {
    const refused = await resolve({ type: 'movie', tmdbId: 777 });
    expect(refused.status).toBe(502);
    expect(refused.body.error).toBe('CATALOGUE_UNREACHABLE');
  });

  test('updates are stored with their ids and get their titles later', async () => {
    expect((await service.scrobble({ type: 'movie', progress: 95, duration: 100, tmdbId: 777 })).status).toBe(
      200,
    );
    expect((await service.history())[0]?.media).not.toHaveProperty('title');
    status = 0;
    expect((await service.history())[0]?.media).toMatchObject({ title: 'Nobody Knows' });
  });
});
