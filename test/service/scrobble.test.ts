import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTest, type ServiceUnderTest } from './service-under-test';

let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startTest();
});
afterEach(() => service.close());

const film = { type: 'movie', progress: 60, duration: 600, tmdbId: 10378 };
const episode = {
  type: 'episode',
  progress: 60,
  duration: 1400,
  tvShowId: 1396,
  seasonNumber: 1,
  episodeNumber: 2,
};
const without = (body: object, field: string) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));

describe('a valid update', () => {
  test.each([
    ['a film by tmdbId', film],
    ['a film by id', { ...without(film, 'tmdbId'), id: 10378 }],
    ['a film by both', { ...film, id: 10378 }],
    ['a film at its very start', { ...film, progress: 0 }],
    ['a film of one second', { ...film, progress: 1, duration: 1 }],
    ['a film with the smallest tmdbId', { ...film, tmdbId: 1 }],
    ['an episode by tvShowId and numbers', episode],
    ['an episode by the tmdbId of its series and numbers', { ...without(episode, 'tvShowId'), tmdbId: 1396 }],
    ['an episode by its own id', { type: 'episode', progress: 60, duration: 1400, id: 62085 }],
    ['an episode by everything', { ...episode, tmdbId: 1396, id: 62086 }],
    ['a special: season 0', { ...episode, seasonNumber: 0 }],
    ['the smallest tvShowId and episodeNumber', { ...episode, tvShowId: 1, episodeNumber: 1 }],
    ['a film that no catalogue knows', { ...film, tmdbId: 999_999_999 }],
    ['a position that is rounded past the end', { ...film, progress: 605 }],
  ])('is accepted: %s', async (_, body) => {
    const answer = await service.scrobble(body);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true });
    expect(await service.progress()).toHaveLength(1);
  });
});

describe('an invalid update gets 400 with the name of the field, and nothing is stored', () => {
  test.each([
    ['type missing', without(film, 'type'), 'type'],
    ['type unknown', { ...film, type: 'series' }, 'type'],
    ['type not a string', { ...film, type: 1 }, 'type'],
    ['progress missing', without(film, 'progress'), 'progress'],
    ['progress negative', { ...film, progress: -1 }, 'progress'],
    ['progress not whole', { ...film, progress: 1.5 }, 'progress'],
    ['progress as text', { ...film, progress: '60' }, 'progress'],
    ['progress null', { ...film, progress: null }, 'progress'],
    ['progress beyond whole numbers', { ...film, progress: 1e300 }, 'progress'],
    ['progress far past the end', { ...film, progress: 606 }, 'progress'],
    ['duration missing', without(film, 'duration'), 'duration'],
    ['duration zero', { ...film, progress: 0, duration: 0 }, 'duration'],
    ['duration beyond 1,000 hours', { ...film, duration: 3_600_001 }, 'duration'],
    ['duration not whole', { ...film, duration: 600.5 }, 'duration'],
    ['duration as text', { ...film, duration: '600' }, 'duration'],
    ['id not whole', { ...film, id: 1.5 }, 'id'],
    ['id as text', { ...film, id: 'tt1254207' }, 'id'],
    ['tmdbId zero', { ...film, tmdbId: 0 }, 'tmdbId'],
    ['tmdbId not whole', { ...film, tmdbId: 1.1 }, 'tmdbId'],
    ['tvShowId zero', { ...episode, tvShowId: 0 }, 'tvShowId'],
    ['seasonNumber negative', { ...episode, seasonNumber: -1 }, 'seasonNumber'],
    ['episodeNumber zero', { ...episode, episodeNumber: 0 }, 'episodeNumber'],
    ['a field that is not known', { ...film, title: 'Big Buck Bunny' }, 'title'],
    ['a film without an id', without(film, 'tmdbId'), 'tmdbId'],
    ['an episode without a series', without(episode, 'tvShowId'), 'tvShowId'],
    ['an episode without a season', without(episode, 'seasonNumber'), 'seasonNumber'],
    ['an episode without a number', without(episode, 'episodeNumber'), 'episodeNumber'],
  ])('%s', async (_, body, field) => {
    const answer = await service.scrobble(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe('VALIDATION_ERROR');
    expect(answer.body.message).toContain(`\`${field}\``);
    expect(await service.progress()).toEqual([]);
  });

  test.each([
    ['malformed JSON', '{"type":'],
    ['nothing', ''],
    ['a list', [film]],
    ['null', null],
    ['text', '"movie"'],
    ['a number', '7'],
  ])('a body that is %s', async (_, body) => {
    const answer = await service.call('POST', '/scrobble', { body });
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe('VALIDATION_ERROR');
    expect(await service.progress()).toEqual([]);
  });

  test('a body with another content type', async () => {
    const answer = await service.call('POST', '/scrobble', {
      body: film,
      headers: { 'content-type': 'text/plain' },
    });
    expect(answer.status).toBe(415);
    expect(answer.body.error).toBe('UNSUPPORTED_MEDIA_TYPE');
    expect(await service.progress()).toEqual([]);
  });

  test('a huge body', async () => {
    const answer = await service.scrobble({ ...film, type: 'x'.repeat(300_000) });
    expect(answer.status).toBe(413);
    expect(answer.body.error).toBe('PAYLOAD_TOO_LARGE');
    expect(await service.progress()).toEqual([]);
  });

  test('of 200 random bodies only the valid ones are stored', async () => {
    const integer = fc.oneof(
      fc.integer({ min: -2, max: 3 }),
      fc.integer(),
      fc.double(),
      fc.string(),
      fc.constant(null),
      fc.constant(10378),
    );
    const random = fc.record(
      {
        type: fc.constantFrom('movie', 'episode', 'show', 7),
        progress: integer,
        duration: integer,
        id: integer,
        tmdbId: integer,
        tvShowId: integer,
        seasonNumber: integer,
        episodeNumber: integer,
        extra: fc.anything(),
      },
      { requiredKeys: [] },
    );
    let stored = 0;
    await fc.assert(
      fc.asyncProperty(fc.oneof(random, fc.jsonValue()), async (body) => {
        const { status } = await service.scrobble(body === undefined ? null : body);
        expect([200, 400]).toContain(status);
        const sessions = await service.progress();
        if (status === 400) expect(sessions).toHaveLength(stored);
        stored = sessions.length;
        for (const { progress, duration, media } of sessions) {
          expect(
            Number.isInteger(progress) &&
              progress >= 0 &&
              Number.isInteger(duration) &&
              duration >= 1 &&
              progress <= duration,
          ).toBe(true);
          expect(media['tmdbId'] ?? media['id']).toBeGreaterThan(0);
        }
      }),
      { numRuns: 200 },
    );
    expect(service.faults).toEqual([]);
  });
});

describe('watched from 90 %', () => {
  test.each([
    [0, 600, false],
    [539, 600, false],
    [540, 600, true],
    [541, 600, true],
    [600, 600, true],
    [8, 9, false],
    [9, 10, true],
    [6299, 7000, false],
    [6300, 7000, true],
  ])('%i of %i seconds: %s', async (progress, duration, watched) => {
    await service.scrobble({ ...film, progress, duration });
    expect(await service.history()).toHaveLength(watched ? 1 : 0);
    expect((await service.progress())[0]).toMatchObject({ progress, duration, watched });
  });

  test('one history entry, however many updates follow', async () => {
    for (const progress of [10, 300, 541, 560, 560, 580, 600]) {
      service.wait(60);
      expect((await service.scrobble({ ...film, progress })).status).toBe(200);
    }
    expect(await service.history()).toHaveLength(1);
    expect((await service.history())[0]).toMatchObject({ progress: 600, media: { title: 'Big Buck Bunny' } });
  });

  test('a repeated update above 90 % adds no entry', async () => {
    for (let repeat = 0; repeat < 5; repeat += 1) await service.scrobble({ ...film, progress: 545 });
    expect(await service.history()).toHaveLength(1);
    expect(await service.progress()).toHaveLength(1);
  });

  test('the time is that of the crossing, not of the last update', async () => {
    await service.scrobble({ ...film, progress: 545 });
    service.wait(60);
    await service.scrobble({ ...film, progress: 600 });
    const [entry] = await service.history();
    expect(entry?.watchedAt).toBe('2026-01-15T20:00:00.000Z');
    expect(entry?.updatedAt).toBe('2026-01-15T20:01:00.000Z');
  });

  test('a rewatch is a new session with an entry of its own', async () => {
    for (const progress of [20, 580, 15, 300, 590]) await service.scrobble({ ...film, progress });
    const entries = await service.history();
    expect(entries).toHaveLength(2);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(2);
    expect(await service.progress()).toHaveLength(1);
  });

  test.each([
    ['seeking around 90 % is one viewing', [900, 890, 900, 880, 905], 1],
    ['the second half belongs to the viewing before', [950, 500, 950], 1],
    ['a rewatch begins in the first half', [950, 499, 950], 2],
  ])('%s', async (_, positions, expected) => {
    for (const progress of positions) await service.scrobble({ ...film, progress, duration: 1000 });
    expect(await service.history()).toHaveLength(expected);
    expect(await service.progress()).toMatchObject([{ progress: positions.at(-1), watched: true }]);
  });

  test('30 days later the second half is of another viewing, and the credits still of the one before', async () => {
    await service.scrobble({ ...film, progress: 700, duration: 734 });
    service.wait(29 * 24 * 3600);
    await service.scrobble({ ...film, progress: 500, duration: 734 });
    expect(await service.history()).toHaveLength(1);
    service.wait(31 * 24 * 3600);
    await service.scrobble({ ...film, progress: 730, duration: 734 });
    expect(await service.history()).toHaveLength(1);
    service.wait(31 * 24 * 3600);
    for (const progress of [420, 560, 720]) await service.scrobble({ ...film, progress, duration: 734 });
    expect(await service.history()).toHaveLength(2);
  });

  test('a rewatch that stays below 90 % is a position, not an entry', async () => {
    for (const progress of [580, 100]) await service.scrobble({ ...film, progress });
    expect(await service.history()).toHaveLength(1);
    expect((await service.progress())[0]).toMatchObject({ progress: 100, watched: false });
  });

  test('a film resumed on another day is still the same session', async () => {
    await service.scrobble({ ...film, progress: 300 });
    service.wait(5 * 24 * 3600);
    await service.scrobble({ ...film, progress: 590 });
    const [entry, ...others] = await service.history();
    expect(others).toEqual([]);
    expect(entry?.startedAt).toBe('2026-01-15T20:00:00.000Z');
  });

  test('the viewing before a rewatch keeps the position and the length that were stated last', async () => {
    for (const [progress, duration] of [
      [700, 734],
      [905, 1000],
      [100, 1000],
    ])
      await service.scrobble({ ...film, progress, duration });
    expect(await service.history()).toMatchObject([{ progress: 905, duration: 1000 }]);
    expect(await service.store.check()).toEqual([]);
  });

  test('an earlier position within a session replaces the later one', async () => {
    await service.scrobble({ ...film, progress: 500 });
    await service.scrobble({ ...film, progress: 100 });
    expect(await service.progress()).toMatchObject([{ progress: 100 }]);
  });

  test('random updates: as many entries as crossings, each after a position in the first half', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 25 }),
        async (positions) => {
          const one = await startTest();
          let crossings = 0;
          let watched = false;
          for (const progress of positions) {
            await one.scrobble({ type: 'movie', progress, duration: 100, tmdbId: 1 });
            if (progress >= 90 && !watched) crossings += 1;
            watched = progress >= 90 || (watched && progress >= 50);
          }
          expect(await one.history()).toHaveLength(crossings);
          expect(await one.progress()).toMatchObject([{ progress: positions.at(-1) }]);
          await one.close();
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('the identity of media', () => {
  test('the same number as a film and as a series are two things', async () => {
    await service.scrobble({ ...film, tmdbId: 1396 });
    await service.scrobble(episode);
    expect(await service.progress()).toHaveLength(2);
  });

  test('two episodes of a series are two sessions', async () => {
    await service.scrobble(episode);
    await service.scrobble({ ...episode, episodeNumber: 3 });
    expect(await service.progress()).toHaveLength(2);
  });

  test('an episode named by its own id and later by its place is one session', async () => {
    await service.scrobble({ type: 'episode', progress: 10, duration: 1400, id: 62086 });
    await service.scrobble({ ...episode, id: 62086, progress: 1300 });
    await service.scrobble({ ...episode, progress: 1350 });
    await service.scrobble({ type: 'episode', progress: 1390, duration: 1400, id: 62086 });
    expect(await service.progress()).toMatchObject([
      { progress: 1390, media: { title: 'Breaking Bad', seasonNumber: 1, episodeNumber: 2, id: 62086 } },
    ]);
    expect(await service.history()).toHaveLength(1);
  });

  test('an unknown film is stored with its ids and listed without a title', async () => {
    await service.scrobble({ ...film, tmdbId: 999_999_999, progress: 590 });
    expect((await service.history())[0]?.media).toMatchObject({ type: 'movie', tmdbId: 999_999_999 });
    expect((await service.history())[0]?.media).not.toHaveProperty('title');
  });
});
