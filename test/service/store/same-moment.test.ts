import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestStore } from './open-test-store';
import type { Store } from '../../../src/service/store/store';

// Updates that arrive at the same moment.

const clock = { now: Date.UTC(2026, 0, 1) };
let store: Store;
let userId: string;
beforeEach(async () => {
  store = await openTestStore(() => clock.now);
  ({ id: userId } = await store.users.ensureOwner());
});
afterEach(() => store.close());

const film = (tmdbId: number) => ({ type: 'movie', tmdbId }) as const;
const HOUR_MS = 3_600_000;
/** Every hour one, back from now: the days of most depend on the time zone. */
const viewing = (hours: number) => {
  const at = clock.now - hours * HOUR_MS;
  const position = { progress: 100, duration: 100 };
  return { ids: film(1000 + hours), position, startedAt: at, watchedAt: at };
};
const recountAll = async (): Promise<void> => {
  while (await store.preferences.recount(userId));
};
const together = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

describe('at the same moment', () => {
  test('thirty crossings of one title are one viewing', async () => {
    await together(30, () => store.playback.update(userId, film(1), { progress: 95, duration: 100 }));
    expect(await store.sessions.countWatched(userId)).toBe(1);
    expect(await store.sessions.countLatest(userId)).toBe(1);
    expect(await store.check()).toEqual([]);
  });

  test('thirty titles of one person are thirty viewings', async () => {
    await together(30, (index) =>
      store.playback.update(userId, film(index + 1), { progress: 95, duration: 100 }),
    );
    expect(await store.sessions.countWatched(userId)).toBe(30);
    expect(await store.check()).toEqual([]);
  });

  test('crossings and removals leave the numbers right', async () => {
    await together(10, (index) =>
      store.playback.update(userId, film(index + 1), { progress: 95, duration: 100 }),
    );
    const rows = await store.sessions.watched(userId, { limit: 50 });
    const removed = await together(20, (index) => store.viewings.remove(userId, rows[index % 5]?.id ?? ''));
    expect(removed.filter(Boolean)).toHaveLength(5);
    expect(await store.sessions.countWatched(userId)).toBe(5);
    expect(await store.check()).toEqual([]);
  });

  test('one viewing that is put eight times is one', async () => {
    await together(8, () => store.viewings.put(userId, 'one', viewing(1)));
    expect(await store.sessions.countWatched(userId)).toBe(1);
    expect(await store.check()).toEqual([]);
  });

  test('changes of the time zone, of viewings and new ones leave the sums right', async () => {
    for (let index = 0; index < 90; index += 1)
      await store.viewings.put(userId, `viewing-${String(index)}`, viewing(index));
    for (let round = 0; round < 15; round += 1) {
      // 25 hours apart: the day of every viewing is another one.
      await store.preferences.setZone(userId, round % 2 === 0 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago');
      const recounted = recountAll();
      await together(2, (index) => {
        const at = round * 2 + index;
        return Promise.all([
          store.viewings.remove(userId, `viewing-${String(at)}`),
          store.viewings.setTime(userId, `viewing-${String(30 + at)}`, clock.now - at * HOUR_MS),
          store.viewings.put(userId, `viewing-${String(60 + at)}`, viewing(60 + at)),
          store.playback.update(userId, film(1 + at), { progress: 95, duration: 100 }),
        ]);
      });
      await recounted;
    }
    expect(await store.sessions.countWatched(userId)).toBe(90);
    expect(await store.check()).toEqual([]);
  }, 300_000);

  test('twenty attempts of ten are refused', async () => {
    const allowance = [{ key: 'sign-in 192.0.2.1', limit: 10, windowMs: 60_000 }];
    const waits = await together(30, () => store.limits.take(allowance));
    expect(waits.filter((waitMs) => waitMs > 0)).toHaveLength(20);
  });

  test('one owner, one set-up code, one new account of a name', async () => {
    const owners = await together(10, () => store.users.ensureOwner());
    expect(new Set(owners.map(({ id }) => id)).size).toBe(1);
    expect(new Set(await together(10, () => store.setUpCode.ensure())).size).toBe(1);
    const added = await together(3, () => store.users.add('ada', 'correct horse', 'member'));
    expect(added.filter((user) => user !== undefined)).toHaveLength(1);
  });

  test('a statement that fails takes nothing else with it', async () => {
    const outcomes = await Promise.allSettled([
      store.playback.update(userId, film(1), { progress: 95, duration: 100 }),
      store.playback.update(userId, film(2), { progress: Number.NaN, duration: 100 }),
      store.playback.update(userId, film(3), { progress: 95, duration: 100 }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await store.sessions.countLatest(userId)).toBe(2);
    expect(await store.check()).toEqual([]);
  });
});
