import { afterEach, expect, test } from 'vitest';
import type { Item } from '../../../src/core/media/item';
import { openPage, sintel, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(() => worker.close());

/** Plays 14 s of an item from a position on, without delivering. */
async function playPart(tabId: number, item: Item, from: number): Promise<void> {
  const page = await openPage(worker, { tabId });
  await page.report({ item, position: from });
  worker.wait(2);
  await page.report({ item, position: from + 2 });
  worker.wait(12);
  await page.leave({ item, position: from + 14 });
}

test('a position from another site does not replace a later one that was sent before it', async () => {
  worker = await startWorker();
  await playPart(1, { ...sintel, title: 'Sintel (film)', ids: { tmdb: 45_745 } }, 0);
  worker.wait(60);
  await playPart(2, sintel, 100);
  await worker.deliver();
  await worker.deliver();
  expect((await worker.service.progress()).map(({ progress }) => progress)).toEqual([114]);
});
