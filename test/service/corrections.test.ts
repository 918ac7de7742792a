import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ratingsPageSchema } from '../../src/protocol/tracker/corrections';
import { historyEntrySchema } from '../../src/protocol/tracker/history';
import { startTest, type ServiceUnderTest } from './service-under-test';

let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startTest();
});
afterEach(() => service.close());

const film = { type: 'movie', tmdbId: 10378 };
const episode = (episodeNumber: number) => ({
  type: 'episode',
  tvShowId: 1396,
  seasonNumber: 1,
  episodeNumber,
});
const play = async (media: object, progress: number) => {
  service.wait(60);
  expect((await service.scrobble({ ...media, progress, duration: 100 })).status).toBe(200);
};
const newest = async () => {
  const [entry] = await service.history();
  if (entry === undefined) throw new Error('the history is empty');
  return entry;
};
const remove = (id: string, key = service.sk) => service.call('DELETE', `/matinee/history/${id}`, { key });
const upNext = async () => {
  const items = (await service.call('GET', '/upnext')).body.data ?? [];
  return (items as unknown as { subtitle?: string }[]).map(({ subtitle }) => subtitle);
};

describe('DELETE /history/{id}', () => {
  test('removes a viewing once: 204, then 404', async () => {
    await play(film, 95);
    const { id } = await newest();
    const answer = await remove(id);
    expect([answer.status, answer.body]).toEqual([204, undefined]);
    expect(await service.history()).toEqual([]);
    expect(await service.progress()).toEqual([]);
    const again = await remove(id);
    expect([again.status, again.body.error]).toEqual([404, 'NOT_FOUND']);
  });

  test.each(['0', '999', 'x', '1e3', '-1', '%00', 'x'.repeat(3000)])('answers 404 to %s', async (id) => {
    await play(film, 95);
    expect((await remove(id)).status).toBe(404);
    expect(await service.history()).toHaveLength(1);
  });

  test('a position below 90 % is no viewing', async () => {
    await play(film, 50);
    const [session] = await service.progress();
    expect((await remove(session?.id ?? '')).status).toBe(404);
    expect(await service.progress()).toHaveLength(1);
  });

  test('the rest of the same playing adds the viewing not again, the next playing does', async () => {
    await play(film, 95);
    await remove((await newest()).id);
    await play(film, 97);
    await play(film, 100);
    expect(await service.history()).toEqual([]);
    expect(await service.progress()).toEqual([]);
    await play(film, 3);
    expect(await service.progress()).toMatchObject([{ progress: 3, watched: false }]);
    await play(film, 95);
    expect(await service.history()).toHaveLength(1);
  });

  test('progress and up next are as before that viewing', async () => {
    for (const number of [1, 2, 3]) await play(episode(number), 95);
    expect(await upNext()).toEqual(['S1 E4 · Cancer Man']);
    await remove((await newest()).id);
    expect(await upNext()).toEqual(["S1 E3 · ...And the Bag's in the River"]);
    expect((await service.progress()).map(({ media }) => media['episodeNumber'])).toEqual([2, 1]);
  });

  test('an earlier viewing of the same title stays, and is its position again', async () => {
    for (const progress of [95, 5, 99]) await play(film, progress);
    await remove((await newest()).id);
    expect(await service.history()).toMatchObject([{ progress: 95 }]);
    expect(await service.progress()).toMatchObject([{ progress: 95, watched: true }]);
  });
});

describe('PATCH /history/{id}', () => {
  const change = (id: string, body: unknown) => service.call('PATCH', `/matinee/history/${id}`, { body });

  test('moves a viewing in the history and in up next', async () => {
    for (const number of [1, 2]) await play(episode(number), 95);
    const { id } = await newest();
    const answer = await change(id, { watchedAt: '2020-02-03T22:00:00+02:00' });
    expect(answer.status).toBe(200);
    expect(historyEntrySchema.parse(answer.body.data)).toMatchObject({
      id,
      watchedAt: '2020-02-03T20:00:00.000Z',
      media: { title: 'Breaking Bad', episodeNumber: 2 },
    });
    expect((await service.history()).map(({ media }) => media['episodeNumber'])).toEqual([1, 2]);
    // Of what follows the last viewing, E1, the second episode was watched.
    expect(await upNext()).toEqual(["S1 E3 · ...And the Bag's in the River"]);
  });

  test.each([
    ['no time', {}, 'watchedAt'],
    ['a day', { watchedAt: '2020-02-03' }, 'watchedAt'],
    ['a time without an offset', { watchedAt: '2020-02-03T20:00:00' }, 'watchedAt'],
    ['a number', { watchedAt: 1_580_760_000_000 }, 'watchedAt'],
    ['before 1970', { watchedAt: '1969-12-31T23:59:59Z' }, 'watchedAt'],
    ['a future time', { watchedAt: '2026-01-17T20:00:00Z' }, 'watchedAt'],
    ['another field', { watchedAt: '2020-02-03T20:00:00Z', progress: 1 }, 'progress'],
  ])('refuses %s with 400', async (_, body, field) => {
    await play(film, 95);
    const before = await newest();
    const answer = await change(before.id, body);
    expect([answer.status, answer.body.error]).toEqual([400, 'VALIDATION_ERROR']);
    expect(answer.body.message).toContain(`\`${field}\``);
    expect(await newest()).toEqual(before);
  });

  test('answers 404 to an unknown id', async () => {
    expect((await change('999', { watchedAt: '2020-02-03T20:00:00Z' })).status).toBe(404);
  });
});

describe('PUT /history/{id}', () => {
  const put = (id: string, body: unknown) => service.call('PUT', `/matinee/history/${id}`, { body });

  test('brings a removed viewing back, and may be repeated', async () => {
    for (const number of [1, 2]) await play(episode(number), 95);
    const before = await service.history();
    const [{ id, startedAt, watchedAt, duration, progress } = await newest()] = before;
    await remove(id);
    for (let count = 0; count < 2; count += 1) {
      const answer = await put(id, { ...episode(2), startedAt, watchedAt, duration, progress });
      expect([answer.status, answer.body.data]).toEqual([200, { ...before[0] }]);
    }
    expect(await service.history()).toEqual(before);
    expect(await upNext()).toEqual(["S1 E3 · ...And the Bag's in the River"]);
  });

  test('adds a viewing by hand under the id that the client chose', async () => {
    const id = 'chosen-by-a-client-0123456789';
    const watchedAt = '2020-02-03T20:00:00.000Z';
    for (let count = 0; count < 2; count += 1)
      expect((await put(id, { ...episode(1), watchedAt, duration: 3000 })).body.data).toMatchObject({
        id,
        startedAt: '2020-02-03T19:10:00.000Z',
        watchedAt,
        progress: 3000,
        media: { title: 'Breaking Bad' },
      });
    expect(await service.history()).toHaveLength(1);
    expect(await service.progress()).toMatchObject([{ watched: true, progress: 3000 }]);
    expect(await upNext()).toEqual(["S1 E2 · Cat's in the Bag..."]);
  });

  test('changes which title was watched', async () => {
    await play(film, 95);
    const { id, watchedAt } = await newest();
    await put(id, { type: 'movie', tmdbId: 45745, watchedAt, duration: 888 });
    expect(await service.history()).toMatchObject([
      { id, media: { title: 'Sintel' }, progress: 888, duration: 888 },
    ]);
  });

  test.each([
    ['a film without an id', { type: 'movie' }, 'tmdbId'],
    ['a position past the end', { ...film, progress: 101 }, 'progress'],
    ['no duration', { ...film, duration: undefined }, 'duration'],
    ['a duration beyond 1,000 hours', { ...film, duration: 3_600_001 }, 'duration'],
  ])('refuses %s with 400', async (_, body, field) => {
    await play(film, 95);
    const { id, watchedAt } = await newest();
    const answer = await put(id, { watchedAt, duration: 100, ...body });
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(`\`${field}\``);
  });
});

describe('GET /history of one title', () => {
  test.each([
    ['a film', 'type=movie&tmdbId=10378', [3, 1]],
    ['an episode by its place', 'type=episode&tvShowId=1396&seasonNumber=1&episodeNumber=2', [2]],
    ['an episode by its own id', 'type=episode&id=62086', [2]],
    ['a title without viewings', 'type=movie&id=1', []],
  ])('%s: its viewings, newest first', async (_, query, expected) => {
    await play(film, 91);
    await play({ ...episode(2), id: 62086 }, 92);
    await play(film, 10);
    await play(film, 93);
    const { data } = (await service.call('GET', `/matinee/history?${query}`)).body;
    const items = data?.['items'] as { progress: number }[];
    expect(items.map(({ progress }) => progress - 90)).toEqual(expected);
    expect(data?.['total']).toBe(expected.length);
  });

  test.each([
    ['tmdbId=10378', 'type'],
    ['type=series&tmdbId=1', 'type'],
    ['type=movie', 'tmdbId'],
    ['type=movie&tmdbId=x', 'tmdbId'],
    ['type=episode&tvShowId=1&seasonNumber=1', 'episodeNumber'],
  ])('refuses %s by name', async (query, field) => {
    const answer = await service.call('GET', `/matinee/history?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(`\`${field}\``);
  });
});

describe('ratings', () => {
  const rate = (media: object, rating: unknown) =>
    service.call('PUT', '/matinee/ratings', { body: { ...media, rating } });
  const ratings = async (query = '') =>
    ratingsPageSchema.parse((await service.call('GET', `/matinee/ratings${query}`)).body.data);

  test('one for each title, from 1 to 10 in halves; the last one counts', async () => {
    for (const rating of [1, 10, 7.5]) expect((await rate(film, rating)).status).toBe(200);
    service.wait(60);
    const answer = await rate(episode(1), 9);
    expect(answer.body.data).toMatchObject({
      media: { title: 'Breaking Bad', episodeTitle: 'Pilot' },
      rating: 9,
      ratedAt: '2026-01-15T20:01:00.000Z',
    });
    expect((await ratings()).items.map(({ media, rating }) => [media.title, rating])).toEqual([
      ['Breaking Bad', 9],
      ['Big Buck Bunny', 7.5],
    ]);
    expect(await ratings('?type=movie&tmdbId=10378')).toMatchObject({ total: 1, items: [{ rating: 7.5 }] });
    expect(await ratings('?type=movie&tmdbId=1')).toMatchObject({ total: 0, items: [] });
    expect(await ratings('?limit=1&offset=1')).toMatchObject({ total: 2, items: [{ rating: 7.5 }] });
  });

  test('null removes it, once or twice', async () => {
    await rate(film, 8);
    for (let count = 0; count < 2; count += 1)
      expect((await rate(film, null)).body).toMatchObject({ success: true, data: { rating: null } });
    expect(await ratings()).toMatchObject({ total: 0, items: [] });
  });

  test('adds nothing to the history', async () => {
    await rate(film, 8);
    expect([await service.history(), await service.progress()]).toEqual([[], []]);
  });

  test.each([0, 0.5, 10.5, 7.25, '8', undefined, 1e300])('%s is refused by name', async (rating) => {
    const answer = await rate(film, rating);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain('`rating`');
    expect((await ratings()).items).toEqual([]);
  });
});

test.each([
  ['a public key', 'pk', 'all'],
  ['a key of the scope "read"', 'sk', 'read'],
  ['a key of the scope "scrobble"', 'sk', 'scrobble'],
] as const)('%s corrects nothing: 403', async (_, kind, scope) => {
  await play(film, 95);
  const before = await newest();
  const key = await service.store.keys.create(service.owner.id, kind, 'narrow', { scope });
  const operations = [
    ['DELETE', `/matinee/history/${before.id}`],
    ['PATCH', `/matinee/history/${before.id}`],
    ['PUT', `/matinee/history/${before.id}`],
    ['PUT', '/matinee/ratings'],
  ] as const;
  for (const [method, path] of operations) {
    const answer = await service.call(method, path, { key, body: method === 'DELETE' ? undefined : {} });
    expect([method, answer.status, answer.body.error]).toEqual([method, 403, 'FORBIDDEN']);
  }
  expect(await newest()).toEqual(before);
});

test('corrections and their undoing in any order, repeated or not, lead to the same history', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(2), fc.constantFrom('DELETE', 'PATCH', 'PUT'), fc.boolean()), {
        maxLength: 15,
      }),
      async (steps) => {
        const one = await startTest();
        for (const tmdbId of [1, 2, 3])
          await one.scrobble({ type: 'movie', tmdbId, progress: 95, duration: 100 });
        const entries = (await one.history()).toReversed();
        const expected = new Map(entries.map(({ id, watchedAt }) => [id, watchedAt]));
        for (const [index, [which, method, isRepeated]] of steps.entries()) {
          const { id = '', media } = entries[which] ?? {};
          const watchedAt = new Date(1_700_000_000_000 + index * 1000).toISOString();
          const body = {
            DELETE: undefined,
            PATCH: { watchedAt },
            PUT: { type: 'movie', tmdbId: media?.['tmdbId'], watchedAt, duration: 100 },
          }[method];
          for (let count = 0; count < (isRepeated ? 2 : 1); count += 1)
            await one.call(method, `/matinee/history/${id}`, { body });
          if (method === 'DELETE') expected.delete(id);
          else if (method === 'PUT' || expected.has(id)) expected.set(id, watchedAt);
        }
        const stored = (await one.history()).map(({ id, watchedAt }) => [id, watchedAt] as const);
        expect(new Map(stored)).toEqual(expected);
        await one.close();
      },
    ),
    { numRuns: 60 },
  );
});
