import { afterEach, expect, test, vi } from 'vitest';
import type { OutboxEntry, PendingPosition } from '../../../src/core/outbox/outbox-entry';
import { openPage, sintel, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(async () => {
  vi.restoreAllMocks();
  await worker.close();
});

const page = { private: false };
const account = 'https://localhost/api/v1#owner';

function placeOf(index: number): PendingPosition {
  const at = worker.service.clock.now - 86_400_000 + index * 1000;
  return { position: 14, duration: 900, cause: 'start', at };
}

/** An unsent crossing of yesterday; the higher the number, the newer. */
function crossing(index: number, changed: Partial<OutboxEntry> = {}): OutboxEntry {
  const place = placeOf(index);
  const { at } = place;
  return {
    id: `old-${index}`,
    account,
    siteId: 'netflix',
    item: { type: 'movie', title: `Film ${index}` },
    readConfidence: 1,
    private: false,
    accepted: place,
    crossing: { ...place, position: 850, cause: 'crossing' },
    confirmed: false,
    match: {
      state: 'matched',
      media: { type: 'movie', tmdbId: 1_000_000 + index },
      confidence: 1,
      by: 'tracker',
    },
    attempts: 0,
    notBefore: 0,
    parked: false,
    createdAt: at,
    updatedAt: at,
    ...changed,
  };
}

async function fill(count: number, changed: Partial<OutboxEntry> = {}): Promise<void> {
  for (let index = 0; index < count; index++) await worker.put(crossing(index, changed));
}

/** The `tmdbId` of each update, in the order of sending. */
const sent = () =>
  worker.requests
    .filter(({ path }) => path.endsWith('/scrobble'))
    .map(({ body }) => (body as { tmdbId: number }).tmdbId);

/** Plays the film to its end, and delivers nothing. */
async function finishFilm(): Promise<void> {
  const view = await openPage(worker);
  await view.report({ position: 700 });
  worker.wait(2);
  await view.report({ position: 702 });
  worker.wait(130);
  await view.report({ position: 832 });
}

test('a film that is finished now is sent before what has waited since yesterday, of which the oldest is first', async () => {
  worker = await startWorker();
  await fill(40);
  await finishFilm();
  await worker.deliver();
  expect(sent().slice(0, 3)).toEqual([45_745, 1_000_000, 1_000_001]);
});

test('a position of what is watched now is sent before the crossings of the backlog', async () => {
  worker = await startWorker();
  await fill(40);
  const view = await openPage(worker);
  await view.begin();
  await worker.deliver();
  expect(sent().slice(0, 2)).toEqual([45_745, 1_000_000]);
});

test('the backlog leaves a part of the budget, so that a film finished during it is recorded at once', async () => {
  worker = await startWorker();
  await fill(60);
  await worker.deliver();
  const backlog = sent().length;
  expect(backlog).toBeGreaterThanOrEqual(15);
  expect(backlog).toBeLessThan(30);
  await finishFilm();
  await worker.deliver();
  expect((await worker.service.history()).map(({ media: { title } }) => title)).toContain(sintel.title);
});

test('of what has waited, crossings are sent before a newer position', async () => {
  worker = await startWorker();
  await fill(3);
  const { crossing: _, ...position } = crossing(700, { latest: { ...placeOf(700), position: 300 } });
  await worker.put(position);
  await worker.deliver();
  expect(sent()).toEqual([1_000_000, 1_000_001, 1_000_002, 1_000_700]);
});

test('what failed once keeps its place: it is sent before what is newer', async () => {
  worker = await startWorker();
  await fill(3);
  await worker.put(crossing(1, { attempts: 1, notBefore: worker.service.clock.now - 1 }));
  await worker.deliver();
  expect(sent()).toEqual([1_000_000, 1_000_001, 1_000_002]);
});

test('several of the backlog are sent each time that the alarm rings, until nothing is left', async () => {
  worker = await startWorker();
  await fill(60);
  const rounds: number[] = [];
  while ((await worker.entries()).length > 0) {
    const before = sent().length;
    await worker.deliver();
    rounds.push(sent().length - before);
    const alarm = worker.memory.alarms.get('outbox')?.scheduledTime;
    if (alarm !== undefined) worker.wait(Math.max(30, (alarm - worker.service.clock.now) / 1000));
  }
  expect(rounds.reduce((sum, count) => sum + count)).toBe(60);
  expect(Math.min(...rounds.slice(0, -1))).toBeGreaterThanOrEqual(10);
  expect(new Set(sent()).size).toBe(60);
});

test('the list has a limit for each group, and the rest is counted', async () => {
  worker = await startWorker();
  await fill(120);
  await worker.put(crossing(200, { parked: true }));
  await worker.put(crossing(201, { match: { state: 'unmatched', retryAt: worker.service.clock.now + 1e6 } }));
  await worker.put(crossing(202, { account: 'https://localhost/api/v1#another' }));
  const list = await worker.handlers['outbox.list']({ limit: 20 }, page);
  const count = (state: string) => list.filter((entry) => entry.state === state).length;
  expect(['waiting', 'parked', 'unmatched', 'foreign', 'review'].map(count)).toEqual([20, 1, 1, 1, 0]);
  expect(list.find(({ state }) => state === 'waiting')?.id).toBe('old-119');
  expect(await worker.counts()).toEqual({ waiting: 120, parked: 1, unmatched: 1, foreign: 1, review: 0 });
});

test('listing, counting and sending do not read the whole queue', async () => {
  worker = await startWorker();
  await fill(400);
  const ofIndex = vi.spyOn(IDBIndex.prototype, 'getAll');
  const whole = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  await worker.handlers['outbox.list']({ limit: 20 }, page);
  await worker.counts();
  await worker.deliver();
  const read = ofIndex.mock.results.map(({ value }) => (value as IDBRequest<unknown[]>).result.length);
  expect(Math.max(...read)).toBeLessThanOrEqual(50);
  expect(whole.mock.calls.filter(([range]) => range === undefined || range === null)).toEqual([]);
});

test('to retry all writes only what was tried before', async () => {
  worker = await startWorker();
  await fill(300);
  await worker.put(crossing(400, { parked: true }));
  await worker.put(crossing(401, { attempts: 3, notBefore: worker.service.clock.now + 1e6 }));
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  await worker.handlers['outbox.retry']({}, page);
  expect(put.mock.calls.map(([value]) => (value as OutboxEntry).id)).toEqual(['old-401', 'old-400']);
  expect((await worker.counts()).waiting).toBe(302);
});

test('of two viewings of one title the earlier is sent first, whichever is found first', async () => {
  worker = await startWorker();
  const media = { type: 'movie', tmdbId: 7 } as const;
  const match = { state: 'matched', media, confidence: 1, by: 'tracker' } as const;
  const item = { type: 'movie', title: 'Twice' } as const;
  await worker.put(crossing(1, { item, match }));
  await worker.put(crossing(2, { item, match }));
  const order: string[] = [];
  worker.faults.push(
    async (pass) => {
      const left = await worker.handlers['outbox.list']({}, page);
      order.push(...left.map(({ id }) => id));
      return pass();
    },
    async (pass) => {
      order.push('then', ...(await worker.handlers['outbox.list']({}, page)).map(({ id }) => id));
      return pass();
    },
  );
  await worker.deliver();
  expect(order).toEqual(['old-2', 'old-1', 'then', 'old-2']);
});

test('a viewing that has to wait holds up the next one, also where only one of them states the year', async () => {
  worker = await startWorker();
  const item = { type: 'movie', title: 'Twice' } as const;
  const notBefore = worker.service.clock.now + 60_000;
  await worker.put(crossing(1, { item, notBefore }));
  await worker.put(crossing(2, { item: { ...item, year: 1984 } }));
  // Another film, which waits for neither.
  await worker.put(crossing(3, { item: { ...item, title: 'Twice more' } }));
  await worker.deliver();
  expect(sent()).toEqual([1_000_003]);
  worker.wait(61);
  await worker.deliver();
  expect(sent()).toEqual([1_000_003, 1_000_001, 1_000_002]);
});
