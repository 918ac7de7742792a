import { afterEach, beforeEach, expect, test } from 'vitest';
import { performDocumentedStep } from '../../../src/background/delivery/perform-step';
import type { Media } from '../../../src/core/media/media';
import {
  nextStep,
  withFacts,
  withWish,
  type HistoryChange,
  type Wish,
} from '../../../src/core/outbox/history-change';
import { createTracker, type Tracker } from '../../../src/tracker/client';
import { startLiveService, type RunningLiveService } from '../../support/live-service/start-live-service';

const wrong: Media = { type: 'movie', tmdbId: 348, title: 'Alien' };
const right: Media = { type: 'episode', tmdbId: 1396, id: 13_960_501, seasonNumber: 1, episodeNumber: 1 };
const at = Date.UTC(2026, 0, 15, 20);

let live: RunningLiveService;
let tracker: Tracker;
let change: HistoryChange;
beforeEach(async () => {
  live = await startLiveService();
  const { baseUrl } = live;
  const code = await post('/auth/device/code', {});
  live.sessions.decide(String(code['user_code']), 'approved');
  const token = String(
    (await post('/auth/device/token', { device_code: code['device_code'] }))['access_token'],
  );
  tracker = createTracker({
    baseUrl,
    fetch,
    now: Date.now,
    token: async () => token,
    offers: async () => new Set(),
  });
  await tracker.mark(wrong, { kind: 'watched', plays: 1, watchedAt: new Date(at).toISOString() });
  const viewings = [{ media: wrong, wanted: true, is: true }] as const;
  change = { id: 'session', account: 'a', position: 840, duration: 900, at, viewings };
});
afterEach(() => live.close());

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(live.baseUrl + path, { method: 'POST', body: JSON.stringify(body) });
  return (await answer.json()) as Record<string, unknown>;
}

/** Does all that is wanted, as the delivery does. `twice`: every answer is lost once. */
async function want(wish: Wish, twice = false): Promise<void> {
  change = withWish(change, wish, () => 'new');
  for (let step = nextStep(change); step !== undefined; step = nextStep(change)) {
    if (twice) await performDocumentedStep(tracker, change, step);
    change = withFacts(change, step.index, await performDocumentedStep(tracker, change, step));
  }
}

const history = () => [...live.account.history].map(([key, { dates }]) => [key, dates]);
const time = new Date(at).toISOString();

test.each([false, true])(
  'a viewing is corrected, and the undo brings it back; answers lost: %s',
  async (twice) => {
    await want({ media: right }, twice);
    expect(history()).toEqual([['episode:13960501', [time]]]);
    await want({ media: wrong }, twice);
    expect(history()).toEqual([['movie:348', [time]]]);
  },
);

test.each([false, true])(
  'a rating is given, and the one before comes back; answers lost: %s',
  async (twice) => {
    await tracker.mark(wrong, { kind: 'rating', rating: 4 });
    await want({ rating: 9 }, twice);
    expect(live.account.ratings.get('movie:348')?.rating).toBe(9);
    await want({ rating: null }, twice);
    expect(live.account.ratings.get('movie:348')?.rating).toBe(4);
  },
);

test('of several viewings none is removed, since all of them would be', async () => {
  await tracker.mark(wrong, { kind: 'watched', plays: 1, watchedAt: new Date(at + 60_000).toISOString() });
  await expect(want({ media: null })).rejects.toMatchObject({ status: 404 });
  expect(history()[0]?.[1]).toHaveLength(2);
});

test('a viewing of another day is not taken for the recorded one', async () => {
  change = { ...change, at: at + 86_400_000 };
  await expect(want({ media: null })).rejects.toMatchObject({ status: 404 });
  expect(history()).toHaveLength(1);
});
