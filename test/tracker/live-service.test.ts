import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTracker } from '../../src/tracker/client';
import { pollDeviceToken, requestDeviceCode } from '../../src/tracker/device';
import { mediaOf } from '../../src/tracker/media-of';
import { askOffers } from '../../src/tracker/offers';
import type { ResolveRequest } from '../../src/protocol/tracker/resolve';
import { startLiveService, type RunningLiveService } from '../support/live-service/start-live-service';

let live: RunningLiveService;
beforeEach(async () => {
  live = await startLiveService();
});
afterEach(() => live.close());

const options = () => ({ baseUrl: live.baseUrl, fetch, now: Date.now, timeoutMs: 5_000 });

async function signIn(): Promise<string> {
  const code = await requestDeviceCode('Matinee', options());
  live.sessions.decide(code.user_code, 'approved');
  const poll = await pollDeviceToken(code.device_code, options());
  return poll.state === 'approved' ? poll.token : '';
}

async function trackerOfLive() {
  const [token, offers] = [await signIn(), new Set(await askOffers(options()))];
  return createTracker({ ...options(), token: async () => token, offers: async () => offers });
}

const resolveLive = async (query: ResolveRequest) => (await trackerOfLive()).resolve(query);
const questions = () => live.log.filter(({ path }) => path === '/media/resolve').map(({ body }) => body);

test('it offers nothing beyond API v1, which one question settles', async () => {
  expect(await askOffers(options())).toEqual([]);
  expect(live.log.map(({ path }) => path)).toEqual(['/openapi.json']);
});

describe('a title is resolved with documented fields', () => {
  test.each<[string, ResolveRequest, object]>([
    [
      'a film by title and year',
      { type: 'movie', title: 'Alien', year: 1979 },
      { tmdbId: 348, title: 'Alien' },
    ],
    ['a film by its IMDb id', { type: 'movie', imdbId: 'tt000000348' }, { tmdbId: 348 }],
    ['a film by its TMDB id', { type: 'movie', tmdbId: 348 }, { tmdbId: 348 }],
    [
      'an episode by the title of its series',
      { type: 'episode', seriesTitle: 'Breaking Bad', seasonNumber: 1, episodeNumber: 2, language: 'en' },
      {
        tmdbId: 1396,
        seasonNumber: 1,
        episodeNumber: 2,
        seriesTitle: 'Breaking Bad',
        title: "Cat's in the Bag...",
      },
    ],
    [
      'an episode by the IMDb id of its series',
      { type: 'episode', imdbId: 'tt000001396', seasonNumber: 2, episodeNumber: 1 },
      { tmdbId: 1396, seasonNumber: 2, episodeNumber: 1 },
    ],
    [
      'an episode by the TMDB id of its series',
      { type: 'episode', tvShowId: 1396, seasonNumber: 2, episodeNumber: 1 },
      { tmdbId: 1396, seasonNumber: 2, episodeNumber: 1 },
    ],
    [
      'a number that runs through all seasons',
      { type: 'episode', seriesTitle: 'Breaking Bad', episodeNumber: 8 },
      { tmdbId: 1396, seasonNumber: 2, episodeNumber: 1 },
    ],
  ])('%s', async (_about, query, expected) => {
    const found = await resolveLive(query);
    expect(found && mediaOf(found)).toMatchObject(expected);
    expect(found?.posterUrl).toMatch(/^https:/);
    expect(found?.matchConfidence ?? 'high').toBe('high');
  });

  test('and no other field is sent', async () => {
    await resolveLive({
      type: 'episode',
      seriesTitle: 'Breaking Bad',
      seasonNumber: 1,
      episodeNumber: 2,
      language: 'de',
    });
    expect(questions()).toEqual([
      { type: 'tv', title: 'Breaking Bad' },
      { type: 'episode', tvShowId: 1396, seasonNumber: 1, episodeNumber: 2 },
    ]);
  });

  test.each<[string, ResolveRequest]>([
    [
      'a series that it does not know',
      { type: 'episode', seriesTitle: 'Nobody', seasonNumber: 1, episodeNumber: 1 },
    ],
    [
      'a season that it does not have',
      { type: 'episode', seriesTitle: 'Breaking Bad', seasonNumber: 9, episodeNumber: 1 },
    ],
    ['a localised title', { type: 'movie', title: 'Obcy – ósmy pasażer Nostromo', language: 'pl' }],
  ])('%s is unknown', async (_about, query) => {
    expect(await resolveLive(query)).toBeUndefined();
  });

  test.each<[string, ResolveRequest]>([
    ['a year that differs', { type: 'movie', title: 'Alien', year: 1999 }],
    ['an IMDb id that it does not know', { type: 'movie', title: 'Alien', imdbId: 'tt9999999' }],
  ])('%s is an answer for a person to confirm', async (_about, query) => {
    expect(await resolveLive(query)).toMatchObject({ tmdbId: 348, matchConfidence: 'low' });
  });
});

test.each([
  [1979, 'high'],
  [undefined, 'low'],
])(
  'a film found only without its year, answered with the year %s, has %s confidence',
  async (year, confidence) => {
    const answers = [
      Response.json({ error: 'NOT_FOUND', message: 'No such film' }, { status: 404 }),
      Response.json({
        success: true,
        data: { type: 'movie', tmdbId: 348, title: 'Alien', year, matchConfidence: 'high' },
      }),
    ];
    live.fault.intercept = (path) => (path === '/media/resolve' ? answers.shift() : undefined);
    const found = await resolveLive({ type: 'movie', title: 'Alien', year: 1979 });
    expect(found).toMatchObject({ tmdbId: 348, matchConfidence: confidence });
  },
);

test('where it does not say how long seasons are, a number without a season is for a person to confirm', async () => {
  live.fault.intercept = (path) =>
    path === '/media/show-progress'
      ? Response.json({ error: 'NOT_FOUND', message: 'No such path' }, { status: 404 })
      : undefined;
  expect(await resolveLive({ type: 'episode', seriesTitle: 'Breaking Bad', episodeNumber: 5 })).toMatchObject(
    {
      seasonNumber: 1,
      episodeNumber: 5,
      matchConfidence: 'low',
    },
  );
});

test('a refusal of the question is an error and not "unknown"', async () => {
  live.fault.intercept = (path) =>
    path === '/media/resolve'
      ? Response.json(
          { error: 'VALIDATION_ERROR', message: 'Invalid identifiers or context' },
          { status: 400 },
        )
      : undefined;
  await expect(resolveLive({ type: 'movie', title: 'Alien' })).rejects.toMatchObject({
    code: 'validation',
    message: 'Invalid identifiers or context',
  });
});

test('an answer that says nothing usable concerns this title only', async () => {
  live.fault.intercept = (path) =>
    path === '/media/resolve'
      ? Response.json({ success: true, data: { type: 'person', id: 'x' } })
      : undefined;
  await expect(resolveLive({ type: 'movie', title: 'Alien' })).rejects.toMatchObject({
    code: 'malformed',
    aboutTitle: true,
  });
});
