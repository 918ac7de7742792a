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
