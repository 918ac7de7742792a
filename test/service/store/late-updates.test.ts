import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTest, type Entry, type ServiceUnderTest } from '../service-under-test';

let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startTest();
});
afterEach(() => service.close());

const film = { type: 'movie', tmdbId: 45_745, duration: 1_000 };
const episode = (episodeNumber: number) => ({
  type: 'episode',
  tmdbId: 1396,
  tvShowId: 1396,
  seasonNumber: 1,
  episodeNumber,
  duration: 1_000,
});
const DAY = 86_400;
const secondsAgo = (time: string | undefined) => (service.clock.now - Date.parse(time ?? '')) / 1_000;
/** For each viewing, the latest first, how many seconds ago it was. */
const ages = async () => (await service.history()).map(({ watchedAt }) => secondsAgo(watchedAt));
const places = async () =>
  (await service.progress()).filter(({ watched }) => !watched).map(({ progress }) => progress);

test('what was seen offline has the date of its evening, in the order in which it was seen', async () => {
  for (const [number, age] of [
    [3, 3 * DAY],
    [2, 3 * DAY + 3_600],
    [1, 3 * DAY + 7_200],
  ] as const)
    await service.scrobble({ ...episode(number), progress: 950, age });
  expect(await ages()).toEqual([3 * DAY, 3 * DAY + 3_600, 3 * DAY + 7_200]);
  expect(await service.store.sessions.lastEpisodes(service.owner.id)).toMatchObject([{ episodeNumber: 3 }]);
});

test('a place that waited does not reopen what another browser has finished since', async () => {
  await service.scrobble({ ...film, progress: 100 });
  service.wait(3_600);
  await service.scrobble({ ...film, progress: 960 });
  service.wait(600);
  await service.scrobble({ ...film, progress: 450, age: 2_400 });
  expect([await ages(), await places()]).toEqual([[600], []]);
});

test('the end that waited is not a second viewing of the same evening', async () => {
  await service.scrobble({ ...film, progress: 100 });
  service.wait(3_600);
  await service.scrobble({ ...film, progress: 960 });
  service.wait(600);
  await service.scrobble({ ...film, progress: 920, age: 1_200 });
  expect([await ages(), await places()]).toEqual([[600], []]);
});

test('the end that waited is a viewing of its own where the film was seen once more since', async () => {
  service.wait(DAY);
  for (const progress of [10, 500, 960]) {
    service.wait(450);
    await service.scrobble({ ...film, progress });
  }
  await service.scrobble({ ...film, progress: 920, age: 2_000 });
  expect(await ages()).toEqual([0, 2_000]);
});

test('an evening that nobody has told of is added while the film is being watched again', async () => {
  await service.scrobble({ ...film, progress: 300 });
  service.wait(60);
  await service.scrobble({ ...film, progress: 920, age: 2 * DAY });
  expect([await ages(), await places()]).toEqual([[2 * DAY], [300]]);
  await service.scrobble({ ...film, progress: 930 });
  expect(await ages()).toEqual([0, 2 * DAY]);
});

test('a client that keeps a copy is told of what arrived late', async () => {
  await service.scrobble({ ...film, progress: 950, age: DAY });
  const last = await service.store.changes.last(service.owner.id);
  expect(last.get('history')).toBe(service.clock.now);
});

test('the time of a clock that was wrong by years is not believed', async () => {
  await service.scrobble({ ...film, progress: 950, age: 40 * 366 * DAY });
  expect(await ages()).toEqual([0]);
});

/** Evenings of one film, days apart, each in one of two browsers, whose updates wait. */
const evenings = fc.array(
  fc.record({
    browser: fc.constantFrom(0, 1),
    days: fc.integer({ min: 2, max: 20 }),
    share: fc.constantFrom(40, 70, 95),
    /** Hours that the browser is offline from the beginning of the evening. */
    offline: fc.integer({ min: 0, max: 72 }),
  }),
  { minLength: 1, maxLength: 5 },
);

test('two browsers whose updates wait up to three days lead to the evenings as they were', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(evenings, async (plan) => {
      const other = { ...film, tmdbId: 50_000 + runs };
      const start = service.clock.now;
      let day = 0;
      runs += 1;
      const told = plan.flatMap(({ days, share, offline }) => {
        day += days;
        const begin = start + day * DAY * 1_000;
        return [10, share].map((percent) => {
          const at = begin + percent * 60_000;
          return { at, arrives: Math.max(at, begin + offline * 3_600_000), progress: percent * 10 };
        });
      });
      for (const { at, arrives, progress } of told.toSorted((a, b) => a.arrives - b.arrives || a.at - b.at)) {
        service.clock.now = arrives;
        await service.scrobble({ ...other, progress, age: Math.floor((arrives - at) / 1_000) });
      }
      const ofFilm = `/matinee/history?limit=500&type=movie&tmdbId=${String(other.tmdbId)}`;
      const { body } = await service.call('GET', ofFilm);
      const viewings = (body.data?.['items'] ?? []) as Entry[];
      const times = viewings.map(({ watchedAt }) => Date.parse(watchedAt ?? ''));
      const expected = told.filter(({ progress }) => progress >= 900).map(({ at }) => at);
      const off = times.toSorted((a, b) => a - b).map((time, index) => time - (expected[index] ?? 0));
      expect(times).toHaveLength(expected.length);
      expect(off.every((one) => Math.abs(one) <= 60_000)).toBe(true);
    }),
    { numRuns: Number(process.env['MATINEE_EVENINGS'] ?? 200) },
  );
});
