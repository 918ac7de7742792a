import { afterEach, expect, test, vi } from 'vitest';
import { createMutex } from '../../../src/background/context/context';
import { closeTab } from '../../../src/background/jobs/tab-jobs';
import { storageTroubleStore } from '../../../src/platform/storage/stores';
import { breakStorage, fillDisk } from '../support/break-storage';
import { openPage, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(() => worker.close());

const deliver = async () => worker.runDelivery();

test('an update is complete when it is on the disk, not in a cache of the system', async () => {
  worker = await startWorker();
  const begin = vi.spyOn(worker.database, 'transaction');
  const view = await openPage(worker);
  await view.play(0, 60);
  const writes = begin.mock.calls.filter(
    ([store, mode]) => (store as string) === 'outbox' && mode === 'readwrite',
  );
  expect(writes.length).toBeGreaterThan(0);
  expect(writes.filter(([, , options]) => options?.durability !== 'strict')).toEqual([]);
});

test.each([
  ['storage-full', 'QuotaExceededError', ['outbox']],
  ['storage-unavailable', 'InvalidStateError', null],
  ['storage-unavailable', 'UnknownError', null],
] as const)(
  '%s (%s): a film is recorded in memory, and sent when it can be written',
  async (code, name, stores) => {
    worker = await startWorker();
    const view = await openPage(worker);
    await view.report({ position: 0 });
    worker.wait(2);
    await view.report({ position: 2 });
    const repair = breakStorage(worker, name, stores);
    for (let position = 2; position < 860; position += 60) {
      worker.wait(60);
      await view.report({ position: Math.min(position + 60, 860) });
      // The worker is stopped again and again: nothing is kept in its own memory.
      worker.restart();
    }
    expect(await storageTroubleStore.get()).toBe(code);
    expect((await worker.view(1)).item).toMatchObject({ title: 'Sintel' });
    repair();
    await deliver();
    await deliver();
    expect((await worker.service.history()).map(({ media: { title } }) => title)).toEqual(['Sintel']);
    expect(await storageTroubleStore.get()).toBeUndefined();
    expect(worker.memory.session.values.has('unwritten')).toBe(false);
  },
);

test('a position that is kept in memory does not replace a newer one that was written meanwhile', async () => {
  worker = await startWorker();
  const view = await openPage(worker);
  await view.play(0, 60);
  const repair = breakStorage(worker, 'QuotaExceededError', ['outbox']);
  worker.wait(370);
  await view.report({ position: 430 });
  repair();
  worker.wait(370);
  await view.report({ position: 800 });
  await deliver();
  expect((await worker.service.progress()).map(({ progress }) => progress)).toEqual([800]);
});

test('a place that is kept in memory comes before that of the next viewing', async () => {
  worker = await startWorker();
  const sintel = { type: 'movie', title: 'Sintel' } as const;
  const repair = breakStorage(worker, 'QuotaExceededError', ['outbox']);
  await (await openPage(worker)).playPart(sintel, 200);
  expect(worker.memory.session.values.has('unwritten')).toBe(true);
  repair();
  await (await openPage(worker)).playPart(sintel, 20);
  await deliver();
  expect(worker.memory.session.values.has('unwritten')).toBe(false);
  expect(await storageTroubleStore.get()).toBeUndefined();
  expect((await worker.service.progress()).map(({ progress }) => progress)).toEqual([34]);
});

test('what waits is sent while nothing can be written: each update once, and each title asked for once', async () => {
  worker = await startWorker();
  const unknown = { item: { type: 'movie', title: 'A title that nobody knows' }, duration: 5_000 } as const;
  await (await openPage(worker)).begin();
  await (await openPage(worker, { tabId: 2, url: 'https://www.netflix.com/watch/2' })).begin(unknown);
  const repair = fillDisk(worker);
  worker.requests.length = 0;
  for (let turn = 0; turn < 5; turn += 1) {
    await deliver();
    worker.wait(60);
    worker.restart();
  }
  const paths = () => worker.requests.map(({ path }) => path.replace(/^.*\/v1/, '')).sort();
  expect(paths()).toEqual(['/matinee/resolve', '/matinee/resolve', '/scrobble']);
  expect((await worker.service.progress()).map(({ progress }) => progress)).toEqual([14]);
  repair();
  await deliver();
  expect(paths()).toHaveLength(3);
  expect(
    (await worker.entries()).filter(({ match }) => match.state === 'matched' && 'latest' in match),
  ).toEqual([]);
  expect([...worker.memory.session.values.keys()].filter((key) => key.startsWith('unwritten'))).toEqual([]);
});

test('an entry that cannot be read does not hold up the others', async () => {
  worker = await startWorker();
  await (await openPage(worker)).begin();
  const bunny = { item: { type: 'movie', title: 'Big Buck Bunny' }, duration: 596 } as const;
  await (await openPage(worker, { tabId: 2, url: 'https://www.netflix.com/watch/2' })).begin(bunny);
  const [newest] = (await worker.entries()).sort((a, b) => b.updatedAt - a.updatedAt);
  const { database } = worker;
  const get = database.get.bind(database) as (...args: unknown[]) => Promise<unknown>;
  vi.spyOn(database, 'get').mockImplementation((async (...args: unknown[]) => {
    if (args[1] === newest?.id) throw new DOMException('Broken by the test.', 'DataError');
    return get(...args);
  }) as never);
  await deliver();
  expect(await worker.service.progress()).toHaveLength(1);
});

test('a film that is seen while nothing can be written counts', async () => {
  worker = await startWorker();
  const view = await openPage(worker);
  await view.report({ position: 0 });
  worker.wait(2);
  await view.report({ position: 2 });
  const repair = fillDisk(worker);
  for (let position = 60; position <= 860; position += 40) {
    worker.wait(40);
    await view.report({ position });
  }
  repair();
  await deliver();
  await deliver();
  expect((await worker.service.history()).map(({ media: { title } }) => title)).toEqual(['Sintel']);
});

test('a film that is left while nothing can be written ends there, and not where its tab is closed', async () => {
  worker = await startWorker();
  const view = await openPage(worker);
  await view.play(0, 60);
  const repair = fillDisk(worker);
  worker.wait(20);
  await worker.leaveTab(1);
  worker.wait(19);
  await closeTab(worker.context, createMutex(), 1);
  repair();
  await deliver();
  expect((await worker.service.progress()).map(({ progress }) => progress)).toEqual([80]);
});

test('what is kept in memory of an advertisement is dropped with it', async () => {
  worker = await startWorker();
  const repair = breakStorage(worker, 'QuotaExceededError', ['outbox']);
  const view = await openPage(worker);
  await view.play(0, 44, { duration: 45, source: 'ad' }, 5);
  expect(worker.memory.session.values.get('unwritten')).toContain('"duration":45');
  await view.play(0, 100, { source: 'film' }, 10);
  expect(worker.memory.session.values.get('unwritten')).not.toContain('"duration":45');
  repair();
  await deliver();
  expect((await worker.service.progress()).map(({ duration }) => duration)).toEqual([900]);
});

test('a database that cannot be used is tried again without a person', async () => {
  worker = await startWorker();
  const view = await openPage(worker);
  breakStorage(worker, 'UnknownError', null);
  await view.begin();
  await deliver().catch(() => undefined);
  expect(worker.memory.alarms.has('outbox')).toBe(true);
});
