import { afterEach, expect, test } from 'vitest';
import { resolve } from '../../../src/background/delivery/resolver';
import { planBodies } from '../../../src/background/workbench/plan-bodies';
import type { Trial } from '../../../src/protocol/workbench';
import { sintel, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(() => worker.close());

const trialOf = (item: object) =>
  ({
    reading: { item, identity: 'x', confidence: 1, degraded: false, missing: [] },
    playback: { state: 'playing', position: 10.6, duration: 899.7, rate: 1, at: 0 },
  }) as unknown as Trial;

test('what would be sent names the media of a cached match, without asking the tracker', async () => {
  worker = await startWorker();
  expect(await planBodies(worker.context, trialOf(sintel))).toMatchObject({ complete: false });
  await resolve(worker.context, { item: sintel, readConfidence: 1 });
  const asked = worker.requests.length;
  expect(await planBodies(worker.context, trialOf(sintel))).toMatchObject({
    complete: true,
    scrobble: { type: 'movie', tmdbId: 45_745, progress: 10, duration: 900 },
  });
  expect(await planBodies(worker.context, trialOf({ ...sintel, year: 1994 }))).toMatchObject({
    complete: false,
  });
  expect(worker.requests.length).toBe(asked);
});

test('an expired match is not used', async () => {
  worker = await startWorker();
  await resolve(worker.context, { item: sintel, readConfidence: 1 });
  worker.wait(31 * 86_400);
  expect(await planBodies(worker.context, trialOf(sintel))).toMatchObject({ complete: false });
});

test('a correction comes before ids of the page, as it does when the update is sent', async () => {
  worker = await startWorker();
  const stated = { ...sintel, ids: { tmdb: 1 } };
  expect(await planBodies(worker.context, trialOf(stated))).toMatchObject({ scrobble: { tmdbId: 1 } });
  const correction = {
    id: 'c',
    scope: 'item',
    key: 'movie|sintel|2010',
    label: 'Sintel',
    media: { type: 'movie', tmdbId: 2 },
    createdAt: 0,
  };
  await worker.handlers['corrections.restore']({ correction }, { private: false });
  const bodies = await planBodies(worker.context, trialOf(stated));
  const match = await resolve(worker.context, { item: stated, readConfidence: 1 });
  expect(match).toMatchObject({ state: 'matched', by: 'correction' });
  expect(bodies).toMatchObject({ scrobble: { tmdbId: 2 } });
});

test('nothing would be sent for a page on which no item was read', async () => {
  worker = await startWorker();
  expect(await planBodies(worker.context, trialOf({ type: 'movie' }))).toBeUndefined();
});
