import { afterEach, expect, test } from 'vitest';
import type { Item } from '../../../src/core/media/item';
import { openPage, sintel, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(() => worker.close());

const sentPlaces = async () => (await worker.service.progress()).map(({ progress }) => progress);

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
  expect(await sentPlaces()).toEqual([114]);
});

test('a position that had to wait does not replace one of another site that was sent meanwhile', async () => {
  worker = await startWorker();
  await playPart(1, { ...sintel, title: 'Sintel (film)', ids: { tmdb: 45_745 } }, 0);
  // The attempt itself has to wait five seconds longer than the tracker asks for; everything else does not.
  const waits = [1];
  Object.assign(worker.context, { random: () => waits.shift() ?? 0 });
  worker.faults.push(() => new Response(null, { status: 429, headers: { 'retry-after': '3600' } }));
  await worker.deliver();
  await playPart(2, sintel, 100);
  worker.wait(3_600 - 12);
  await worker.deliver();
  expect(await sentPlaces()).toEqual([114]);
  worker.wait(60);
  await worker.deliver();
  expect(await sentPlaces()).toEqual([114]);
  expect(await worker.entries()).toEqual([]);
});

test('after the clock was set back, the place of a later viewing is sent', async () => {
  worker = await startWorker();
  await playPart(1, sintel, 0);
  await worker.deliver();
  worker.wait(-3_600);
  await playPart(2, sintel, 100);
  await worker.deliver();
  expect(await sentPlaces()).toEqual([114]);
});

test('after the clock was set back, the next place of the same viewing is sent also where it had to wait', async () => {
  worker = await startWorker();
  const page = await openPage(worker, { tabId: 1 });
  await page.report({ item: sintel, position: 0 });
  worker.wait(2);
  await page.report({ item: sintel, position: 2 });
  worker.wait(12);
  await page.report({ item: sintel, position: 14 });
  await worker.deliver();
  worker.wait(-60);
  await page.report({ item: sintel, position: 60, cause: 'pause', state: 'paused' });
  worker.faults.push(() => Response.json({ error: 'NOT_FOUND', message: '' }, { status: 404 }));
  await worker.deliver();
  worker.wait(3_600);
  await worker.deliver();
  expect(await sentPlaces()).toEqual([60]);
});
