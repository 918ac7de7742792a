import { afterEach, expect, test, vi } from 'vitest';
import { createMutex } from '../../../src/background/context/mutex';
import { createJobs } from '../../../src/background/jobs';
import { openPage, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(() => {
  vi.useRealTimers();
  return worker.close();
});

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
