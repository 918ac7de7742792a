import { afterEach, expect, test, vi } from 'vitest';
import { createMutex } from '../../../src/background/context/context';
import { createJobs } from '../../../src/background/jobs';
import { openPage, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(() => worker.close());

/** Each tab plays another film. Returns the jobs, after all views were brought up to date. */
async function openTabs(count: number) {
  worker = await startWorker();
  const pages = [];
  for (let tabId = 1; tabId <= count; tabId++) {
    const view = await openPage(worker, { tabId, url: `https://www.netflix.com/watch/${tabId}` });
    await view.report({ item: { type: 'movie', title: `Film ${tabId}` }, position: 0 });
    pages.push(view);
  }
  const jobs = createJobs(Promise.resolve(worker.context), createMutex());
  await jobs.refreshViews();
  return { pages, jobs };
}

async function readsOfRefresh(count: number): Promise<number> {
  const { jobs } = await openTabs(count);
  const reads = [vi.spyOn(worker.memory.local, 'get'), vi.spyOn(worker.memory.session, 'get')];
  await jobs.refreshViews();
  const total = reads.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  await worker.close();
  return total;
}

test('bringing all views up to date reads storage as often for thirty tabs as for three', async () => {
  expect(await readsOfRefresh(30)).toBe(await readsOfRefresh(3));
});

test('views that did not change are not stored again', async () => {
  const { pages, jobs } = await openTabs(10);
  const set = vi.spyOn(worker.memory.session, 'set');
  worker.wait(1);
  await jobs.refreshViews();
  expect(set.mock.calls).toEqual([]);
  await worker.handlers['settings.set']({ pausedUntil: -1 }, { private: false });
  await jobs.refreshViews();
  expect(Object.keys(set.mock.calls[0]?.[0] ?? {}).length).toBe(pages.length);
});
