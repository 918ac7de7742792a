import { afterEach, expect, test, vi } from 'vitest';
import { createMutex } from '../../../src/background/context/mutex';
import { createJobs } from '../../../src/background/jobs';
import type { TabState } from '../../../src/background/state/tab-state';
import { openPage, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(() => {
  vi.useRealTimers();
  return worker.close();
});

/** Id of the session of a tab, as it is stored. */
const sessionOf = (tabId: number) =>
  (JSON.parse(worker.memory.session.values.get(`tab:${tabId}`) ?? '{}') as TabState).watch.session?.id;

const storedTabs = () => [...worker.memory.session.values.keys()].filter((key) => key.startsWith('tab:'));

test('a tab that was closed while storage refused it is forgotten a few seconds later', async () => {
  worker = await startWorker();
  await (await openPage(worker)).play(0, 60, {}, 10);
  const jobs = createJobs(Promise.resolve(worker.context), createMutex());
  const refused = vi.spyOn(worker.memory.session, 'remove').mockRejectedValueOnce(new Error('IO error'));
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  jobs.tabClosed(1);
  await vi.waitFor(() => expect(refused).toHaveBeenCalled());
  expect(storedTabs()).toEqual(['tab:1']);
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  await vi.waitFor(() => expect(storedTabs()).toEqual([]));
});

test('what a tab showed for a moment is not ended once it shows a film again', async () => {
  worker = await startWorker();
  const page = await openPage(worker);
  await page.play(0, 60, {}, 10);
  const before = sessionOf(1);
  const jobs = createJobs(Promise.resolve(worker.context), createMutex());
  const refused = vi.spyOn(worker.memory.session, 'set').mockRejectedValueOnce(new Error('IO error'));
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  jobs.pageChanged(1, undefined);
  await vi.waitFor(() => expect(refused).toHaveBeenCalled());
  jobs.pageChanged(1, 'https://www.netflix.com/watch/1');
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  await page.play(60, 70, {}, 10);
  expect(sessionOf(1)).toBe(before);
});
