import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPage, sintel, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
beforeEach(async () => {
  worker = await startWorker();
});
afterEach(() => worker.close());

const page = { private: false };
const match = (input: object) => worker.handlers['workbench.match']({ item: sintel, ...input }, page);

test('the item of a draft is matched as an update would be, and nothing is recorded', async () => {
  expect(await match({ duration: 900 })).toMatchObject({
    state: 'matched',
    media: { tmdbId: 45_745, runtime: 900 },
    by: 'tracker',
  });
  expect(worker.requests.map(({ path }) => path)).toEqual(['/api/v1/matinee/resolve']);
  expect(await worker.entries()).toEqual([]);
});

test('it is held where an update would be, and asked about once', async () => {
  expect(await match({ duration: 60 })).toMatchObject({ state: 'review' });
  expect(await match({ duration: 900 })).toMatchObject({ state: 'matched' });
  expect(worker.requests).toHaveLength(1);
});

test('a correction comes before ids of the page, as it does when the update is sent', async () => {
  const correction = {
    id: 'c',
    scope: 'item',
    key: 'movie|sintel|2010',
    label: 'Sintel',
    media: { type: 'movie', tmdbId: 2 },
    createdAt: 0,
  };
  await worker.handlers['corrections.restore']({ correction }, page);
  const stated = { item: { ...sintel, ids: { tmdb: 1 } } };
  expect(await match(stated)).toMatchObject({ by: 'correction', media: { tmdbId: 2 } });
});

test('the questions of drafts leave a part of the budget to what is watched', async () => {
  let answered = 0;
  for (let at = 0; at < 30; at += 1) {
    if ((await match({ item: { ...sintel, title: `Sintel ${at}` } })) !== null) answered += 1;
  }
  expect(answered).toBeGreaterThan(3);
  expect(answered).toBeLessThan(30);
  const { match: watched } = await watch();
  expect(watched.state).toBe('matched');
});

async function watch() {
  const tab = await openPage(worker);
  await tab.play(0, 20, {}, 10);
  const [entry] = await worker.entries();
  if (entry === undefined) throw new Error('nothing was stored');
  return entry;
}
