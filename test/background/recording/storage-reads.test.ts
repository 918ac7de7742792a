import { afterEach, expect, test, vi } from 'vitest';
import { openPage, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(() => worker.close());

test('a report that stores an update reads every value once', async () => {
  worker = await startWorker();
  const page = await openPage(worker);
  await page.play(0, 120);
  worker.wait(120);
  const local = vi.spyOn(worker.memory.local, 'get');
  const session = vi.spyOn(worker.memory.session, 'get');
  await page.report({ position: 240 });
  expect(local.mock.calls).toEqual([
    [['settings', 'own-connectors', 'sites']],
    // After the lease: a tab that takes a session over ends its own, which adds evidence.
    [['recently-watched', 'seen-earlier']],
    ['health'],
    ['gate'],
  ]);
  expect(session.mock.calls).toEqual([[['tab:1', 'leases']], ['view:1']]);
  expect((await worker.entries()).map(({ latest }) => latest?.position)).toEqual([240]);
});
