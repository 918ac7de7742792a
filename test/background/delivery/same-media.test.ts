import { afterEach, expect, test } from 'vitest';
import type { Item } from '../../../src/core/media/item';
import { openPage, sintel, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(() => worker.close());

const sentPlaces = async () => (await worker.service.progress()).map(({ progress }) => progress);

const playPart = async (tabId: number, item: Item, from: number): Promise<void> =>
  (await openPage(worker, { tabId })).playPart(item, from);

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

const { year: _, ...undated } = sintel;

test.each<readonly [string, Item, Item]>([
  ['the first', sintel, undated],
  ['the second', undated, sintel],
])(
  'a film that goes on at another site while nobody is signed in is one viewing: %s states its year',
  async (_site, first, second) => {
    worker = await startWorker();
    await worker.signIn('owner', '');
    const evening = await openPage(worker, { tabId: 1 });
    await evening.play(300, 840, { item: first });
    await evening.leave({ item: first, position: 840 });
    const rest = await openPage(worker, { tabId: 2 });
    await rest.play(815, 895, { item: second }, 5);
    await rest.leave({ item: second, position: 895 });
    await worker.signIn();
    await worker.deliver();
    expect((await worker.service.history()).map(({ media: { title } }) => title)).toEqual(['Sintel']);
    const sent = worker.requests.flatMap(({ body }) => (body as { progress?: number }).progress ?? []);
    expect(sent).toEqual([360, 840, 865]);
    expect(await worker.entries()).toEqual([]);
  },
);
