import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { accountKey, changeAccount } from '../../../src/background/account/account';
import { createMutex } from '../../../src/background/context/context';
import { deliverChanges } from '../../../src/background/delivery/deliver-changes';
import type { Media } from '../../../src/core/media/media';
import { nextStep, type Wish } from '../../../src/core/outbox/history-change';
import { changesStore } from '../../../src/platform/storage/stores';
import { startWorker, type WorkerUnderTest } from '../support/worker-under-test';
import { createHistoryTracker, faults, type HistoryTracker, type RequestFault } from './history-tracker';

const film = (tmdbId: number): Media => ({ type: 'movie', tmdbId, title: `Film ${tmdbId}` });
const [wrong, right, other] = [film(1), film(2), film(3)];

let worker: WorkerUnderTest;
let tracker: HistoryTracker;
/** When the viewing was recorded. */
let at = 0;

beforeEach(async () => {
  worker = await startWorker();
  await begin();
  // A worker that a fault ends takes its timers along.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  return worker.close();
});

/** A viewing that was recorded under the wrong title, among viewings that nobody asked to change. */
async function begin(): Promise<void> {
  await changesStore.remove();
  tracker = createHistoryTracker();
  at = worker.service.clock.now;
  record('recorded', wrong, at, 840);
  record('last-year', wrong, at - 300 * 86_400_000, 840);
  record('not-ours', right, at - 86_400_000, 900);
  tracker.ratings.set(1, 4);
  tracker.ratings.set(3, 10);
}

function record(id: string, media: Media, time: number, progress: number): void {
  const watchedAt = new Date(time).toISOString();
  const { type, tmdbId } = media;
  tracker.history.set(id, { id, media: { type, tmdbId } as Media, watchedAt, progress, duration: 900 });
}

function want(wish: Wish): Promise<unknown> {
  const viewing = { id: 'session', media: wrong, position: 840, duration: 900, at };
  return worker.handlers['history.want']({ viewing, ...wish }, { private: false });
}

/** One life of the worker; it ends when it has nothing left to do, or where a fault stops it. */
async function deliver(next: readonly RequestFault[] = []): Promise<void> {
  worker.wait(4000);
  tracker.disturb(next);
  await new Promise<void>((resolve, reject) => {
    const context = { ...worker.context, fetch: tracker.fetchFor(resolve) };
    deliverChanges(context, createMutex()).then(resolve, reject);
  });
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await deliver();
}

/** The viewing as the tracker has it: `at` identifies it. */
function recorded(): readonly (number | undefined)[] {
  const watchedAt = new Date(at).toISOString();
  return [...tracker.history.values()].flatMap((one) =>
    one.watchedAt === watchedAt ? one.media.tmdbId : [],
  );
}

const change = async () => (await changesStore.get())[0];

describe('a recorded viewing', () => {
  test('is corrected: the right title is there, the wrong one gone, others stay', async () => {
    await want({ media: right });
    await deliver();
    expect(recorded()).toEqual([2]);
    expect([...tracker.history.keys()]).toEqual(expect.arrayContaining(['last-year', 'not-ours']));
    expect(tracker.history.size).toBe(3);
    expect(tracker.requests.indexOf('PUT /history')).toBeLessThan(
      tracker.requests.indexOf('DELETE /history'),
    );
  });

  test('is removed, and brought back under its id by the undo', async () => {
    const before = new Map(tracker.history);
    await want({ media: null });
    await deliver();
    expect(recorded()).toEqual([]);
    await want({ media: wrong });
    await deliver();
    expect(Object.fromEntries(tracker.history)).toEqual(Object.fromEntries(before));
  });

  test('is not touched at the tracker where the undo comes before the delivery', async () => {
    await want({ media: null });
    await want({ media: wrong });
    await deliver();
    expect(tracker.requests).toEqual([]);
  });

  test('is rated, and the undo restores the rating of before', async () => {
    await want({ rating: 8.5 });
    await deliver();
    expect(tracker.ratings.get(1)).toBe(8.5);
    await want({ rating: null });
    await deliver();
    expect(tracker.ratings.get(1)).toBe(4);
  });

  test('is changed after the browser was offline, by the alarm', async () => {
    await want({ media: null });
    await deliver(['unsent']);
    expect(recorded()).toEqual([1]);
    expect(worker.memory.alarms.has('history-changes')).toBe(true);
    await deliver();
    expect(recorded()).toEqual([]);
    expect(worker.memory.alarms.has('history-changes')).toBe(false);
  });

  test('waits without an alarm while nobody is signed in, and for nobody else', async () => {
    await want({ media: null });
    await worker.signIn('another');
    await deliver();
    const { database } = worker.context;
    await changeAccount(database, () => database.delete('account', 'current'));
    expect(await accountKey(worker.context)).toBe('');
    await deliver();
    expect(tracker.requests).toEqual([]);
    expect(worker.memory.alarms.has('history-changes')).toBe(false);
    await worker.signIn();
    await deliver();
    expect(recorded()).toEqual([]);
  });

  test('that the person has removed by hand is as wanted', async () => {
    tracker.history.clear();
    await want({ media: null });
    await deliver();
    expect(nextStep((await change()) as never)).toBeUndefined();
    await want({ media: wrong });
    await deliver();
    expect(recorded()).toEqual([1]);
  });

  test('is not guessed among other viewings of its title', async () => {
    tracker.history.delete('recorded');
    record('last-year', wrong, at - 300 * 86_400_000, 870);
    await want({ media: null });
    await deliver();
    expect(tracker.history.has('last-year')).toBe(true);
    expect((await change())?.trouble).toMatchObject({ code: 'not-found' });
  });
});

test.each(['GET /history', 'PUT /history', 'DELETE /history', 'GET /ratings', 'PUT /ratings'])(
  'a tracker without %s is not asked again until the person wants something else',
  async (operation) => {
    tracker.missing.add(operation);
    await want({ media: right, rating: 7 });
    await settle();
    expect((await change())?.trouble).toMatchObject({ status: 404 });
    const asked = tracker.requests.length;
    await settle();
    expect(tracker.requests.length).toBe(asked);
    // Nothing of the viewing is lost.
    expect(recorded().length).toBeGreaterThan(0);
    tracker.missing.clear();
    await want({ media: wrong, rating: null });
    await settle();
    expect(recorded()).toEqual([1]);
    expect(Object.fromEntries(tracker.ratings)).toEqual({ 1: 4, 3: 10 });
  },
);

const wishes = fc.record(
  {
    media: fc.constantFrom(null, wrong, right, other),
    rating: fc.constantFrom(null, 1, 6.5, 10),
  },
  { requiredKeys: [] },
);
const lives = fc.array(fc.constantFrom(...faults), { maxLength: 6 });

test('any order of correcting, removing, rating, undoing and deliveries with lost answers ends the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          wishes.map((wish) => ({ wish })),
          lives.map((life) => ({ life })),
        ),
        {
          minLength: 1,
          maxLength: 14,
        },
      ),
      async (actions) => {
        await begin();
        let media: Media | null = wrong;
        let rating: number | null = null;
        for (const action of actions) {
          if ('life' in action) await deliver(action.life);
          else {
            await want(action.wish);
            media = action.wish.media === undefined ? media : action.wish.media;
            rating = action.wish.rating === undefined ? rating : action.wish.rating;
          }
        }
        await settle();
        expect(recorded()).toEqual(media === null ? [] : [media.tmdbId]);
        expect(tracker.history.has('last-year') && tracker.history.has('not-ours')).toBe(true);
        const before = { 1: 4, 3: 10 };
        const own = media === null || rating === null ? {} : { [media.tmdbId ?? 0]: rating };
        expect(Object.fromEntries(tracker.ratings)).toEqual({ ...before, ...own });
      },
    ),
    { numRuns: 300 },
  );
}, 300_000);
