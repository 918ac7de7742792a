import { afterEach, expect, test } from 'vitest';
import { openPage, sintel, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(() => worker.close());

const page = { private: false };

test('taking a correction back does not wait for the tracker, which is asked by the next delivery', async () => {
  worker = await startWorker();
  const view = await openPage(worker);
  await view.play(0, 60);
  const steel = { type: 'movie', tmdbId: 133_701, title: 'Tears of Steel' } as const;
  const { id } = await worker.handlers['corrections.set'](
    { of: { tabId: 1 }, scope: 'item', media: steel },
    page,
  );
  await worker.deliver();
  await worker.database.clear('matches');
  const before = worker.requests.length;
  await worker.handlers['corrections.remove']({ id }, page);
  expect(worker.requests.length).toBe(before);
  await worker.deliver();
  expect((await worker.view(1)).media).toMatchObject({ title: sintel.title });
});
