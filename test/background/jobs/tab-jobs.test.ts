import { afterEach, expect, test, vi } from 'vitest';
import { createMutex } from '../../../src/background/context/context';
import { createJobs } from '../../../src/background/jobs';
import { closeMissedTabs, closeTab } from '../../../src/background/jobs/tab-jobs';
import { openPage, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(() => {
  vi.useRealTimers();
  return worker.close();
});

const storedTabs = () => [...worker.memory.session.values.keys()].filter((key) => /^(?:tab|view):/.test(key));

test('a closed tab ends its session with the last position, and is forgotten', async () => {
  worker = await startWorker();
  const page = await openPage(worker);
  await page.play(0, 100, {}, 10);
  await page.report({ position: 100, state: 'paused', cause: 'pause' });
  expect(await closeTab(worker.context, createMutex(), 1)).toBe(true);
  await worker.deliver();
  expect((await worker.service.progress()).map(({ progress }) => progress)).toEqual([100]);
  expect(storedTabs()).toEqual([]);
});

test('a tab whose view could not be removed when it was left is left by the next worker', async () => {
  worker = await startWorker();
  await (await openPage(worker)).play(0, 100, {}, 10);
  vi.spyOn(worker.memory.session, 'remove').mockRejectedValueOnce(new Error('IO error'));
  await expect(worker.leaveTab(1)).rejects.toThrow('IO error');
  worker.restart();
  worker.showPage(1);
  expect(await closeMissedTabs(worker.context, createMutex(), new Set())).toBe(1);
  expect(storedTabs()).toEqual(['tab:1']);
});

test('closing a tab from which no script has reported leads to nothing', async () => {
  worker = await startWorker();
  expect(await closeTab(worker.context, createMutex(), 7)).toBe(false);
});

test('tabs that were closed while no worker ran are closed afterwards, and open ones stay', async () => {
  worker = await startWorker();
  await (await openPage(worker, { tabId: 1 })).play(0, 60, {}, 10);
  await openPage(worker, { tabId: 2, url: 'https://www.netflix.com/watch/2' });
  worker.memory.tabs.delete(1);
  expect(await closeMissedTabs(worker.context, createMutex(), new Set())).toBe(1);
  expect(storedTabs()).toEqual(['tab:2', 'view:2']);
  expect(await closeMissedTabs(worker.context, createMutex(), new Set())).toBe(0);
});

test('a redirect over a page without access leaves the page alone to which it has led', async () => {
  worker = await startWorker();
  await (await openPage(worker)).play(0, 60, {}, 10);
  const url = 'https://www.netflix.com/watch/2';
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const jobs = createJobs(Promise.resolve(worker.context), createMutex());
  worker.showPage(1);
  jobs.pageChanged(1);
  await vi.advanceTimersByTimeAsync(100);
  jobs.pageChanged(1);
  await openPage(worker, { url });
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  const stored = JSON.parse(worker.memory.session.values.get('tab:1') ?? '{}') as object;
  expect(stored).toMatchObject({ url, siteId: 'netflix' });
});

test('a film begins in a new tab, and no event tells it: the tab before was the last one with a film', async () => {
  worker = await startWorker();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const jobs = createJobs(Promise.resolve(worker.context), createMutex());
  worker.showPage(1);
  jobs.pageChanged(1);
  await (await openPage(worker)).report({ position: 0 });
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  const stored = JSON.parse(worker.memory.session.values.get('tab:1') ?? '{}') as object;
  expect(stored).toMatchObject({ siteId: 'netflix' });
});

test('a page of a private window is shown as one that is not recorded, also once it is complete', async () => {
  worker = await startWorker();
  const url = 'https://www.netflix.com/watch/1';
  await openPage(worker, { url, private: true });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  createJobs(Promise.resolve(worker.context), createMutex()).pageChanged(1);
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  const shown = { siteId: 'netflix', status: { kind: 'skipped', reason: 'private-window' } };
  expect(JSON.parse(worker.memory.session.values.get('view:1') ?? '{}')).toMatchObject(shown);
  expect(await worker.view(1)).toMatchObject(shown);
});

test('a page that cannot be loaded again is not shown, also once the views are brought up to date', async () => {
  worker = await startWorker();
  const url = 'https://www.netflix.com/watch/1';
  await (await openPage(worker, { url })).report({ position: 0 });
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const jobs = createJobs(Promise.resolve(worker.context), createMutex());
  // The address of the tab stays, and no script runs in a page that says what has failed.
  worker.showPage(1, url);
  worker.memory.goneFrames.add(0);
  jobs.pageChanged(1);
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  expect(storedTabs()).toEqual(['tab:1']);
  await jobs.refreshViews();
  const shown = JSON.parse(worker.memory.session.values.get('view:1') ?? '{}') as object;
  expect(shown).not.toHaveProperty('host');
  expect(shown).not.toHaveProperty('item');
});
