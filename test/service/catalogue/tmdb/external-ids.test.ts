import { expect, test } from 'vitest';
import { resolvedMediaSchema } from '../../../../src/protocol/tracker/resolve';
import { seriesRecord, useFilmDatabase } from '../with-film-database';

// What media servers know only by the ids of TheTVDB.

const own = useFilmDatabase({
  data: {
    works: [seriesRecord(3001, 'The Long Road', [6, 6]), seriesRecord(3002, 'The Short Road', [6, 6])],
    decoys: [],
  },
});

/** The film database finds the series, or an episode of it, by an id of TheTVDB. */
function knowTvdbIds(): void {
  const empty = { movie_results: [], person_results: [], tv_season_results: [] };
  const answers: Readonly<Record<string, object>> = {
    '/find/70001': { ...empty, tv_results: [{ id: 3001 }], tv_episode_results: [] },
    '/find/70002': {
      ...empty,
      tv_results: [],
      tv_episode_results: [{ show_id: 3001, season_number: 2, episode_number: 4 }],
    },
  };
  own.database.fault.intercept = (path, response, url) => {
    const answer = url.searchParams.get('external_source') === 'tvdb_id' ? answers[path] : undefined;
    if (answer !== undefined)
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
    return answer !== undefined;
  };
}

const paused = (Metadata: object) => ({
  event: 'media.pause',
  Metadata: {
    type: 'episode',
    duration: 2_700_000,
    viewOffset: 600_000,
    parentIndex: 2,
    index: 4,
    ...Metadata,
  },
});

test.each([
  ['the episode', { Guid: [{ id: 'tvdb://70002' }] }],
  ['the series, in an old library', { guid: 'com.plexapp.agents.thetvdb://70001/2/4?lang=en' }],
])('the id of %s: found once, then without a request', async (_, Metadata) => {
  knowTvdbIds();
  const send = () => own.service.call('POST', '/matinee/webhooks/plex', { body: paused(Metadata) });
  expect((await send()).body.data).toEqual({ stored: true });
  const requests = own.database.log.length;
  expect(requests).toBeLessThanOrEqual(4);
  expect((await send()).body.data).toEqual({ stored: true });
  expect(own.database.log).toHaveLength(requests);
  expect(await own.service.progress()).toMatchObject([
    { media: { tvShowId: 3001, seasonNumber: 2, episodeNumber: 4 }, progress: 600 },
  ]);
});

test.each([
  ['the series', { tvdbId: 70_001, seasonNumber: 2, episodeNumber: 4 }],
  ['the episode', { tvdbId: 70_002 }],
])('a question by the id of %s is answered by it', async (_, question) => {
  knowTvdbIds();
  const { status, body } = await own.resolve({ type: 'episode', ...question });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    tvShowId: 3001,
    seasonNumber: 2,
    episodeNumber: 4,
    matchedBy: 'externalId',
  });
});

test.each([
  ['of the series', 70_001],
  ['of the episode', 70_002],
])('two ids of two series are a doubt, as one of them is wrong: the second is that %s', async (_, tvdbId) => {
  knowTvdbIds();
  const question = { type: 'episode', tvShowId: 3002, tvdbId, seasonNumber: 2, episodeNumber: 4 };
  const { body } = await own.resolve(question);
  const { candidates } = resolvedMediaSchema.parse(body.data);
  expect(new Map(candidates?.map(({ tvShowId, matchedBy }) => [tvShowId, matchedBy]))).toEqual(
    new Map([
      [3001, 'externalId'],
      [3002, undefined],
    ]),
  );
});

test('two ids of one series are no doubt', async () => {
  knowTvdbIds();
  const ids = { tvShowId: 3001, tvdbId: 70_001 };
  const { body } = await own.resolve({ type: 'episode', ...ids, seasonNumber: 2, episodeNumber: 4 });
  expect(body.data).toMatchObject({ tvShowId: 3001, seasonNumber: 2 });
  expect(body.data).not.toHaveProperty('candidates');
});

test('a series that is found by its title has not been found by an id', async () => {
  const seriesTitle = 'The Long Road';
  const question = { type: 'episode', tvdbId: 70_009, seriesTitle, seasonNumber: 2, episodeNumber: 4 };
  const { body } = await own.resolve(question);
  expect(body.data).toMatchObject({ tvShowId: 3001 });
  expect(body.data).not.toHaveProperty('matchedBy');
});
