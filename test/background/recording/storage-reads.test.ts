import { afterEach, expect, test, vi } from 'vitest';
import { openPage, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(() => worker.close());

const inputs = [['settings', 'own-connectors', 'tracker-connectors', 'sites']];
const evidence = [['recently-watched', 'seen-earlier']];
/** The log's level, which the real worker has kept (`keepAreas`). */
const level = ['settings'];

/** Plays for two minutes, waits, and returns what the next report reads of both areas. */
async function readsOfReport(waitSeconds: number) {
  worker = await startWorker();
  const page = await openPage(worker);
  await page.play(0, 120);
  worker.wait(waitSeconds);
  const local = vi.spyOn(worker.memory.local, 'get');
  const session = vi.spyOn(worker.memory.session, 'get');
  await page.report({ position: 120 + waitSeconds });
  return { local: local.mock.calls, session: session.mock.calls };
}

const positions = async () => (await worker.entries()).map(({ latest }) => latest?.position);

test('a report reads every value once', async () => {
  const { local, session } = await readsOfReport(20);
  expect(local).toEqual([inputs, evidence, ['health'], ['gate'], level]);
  expect(session).toEqual([[['tab:1', 'leases']], ['view:1']]);
});

test('a report that stores an update reads the evidence again, just before it changes', async () => {
  const { local, session } = await readsOfReport(360);
  expect(await positions()).toEqual([480]);
  expect(local).toEqual([inputs, evidence, evidence, ['health'], ['gate'], level]);
  // Whether an earlier update could not be written.
  expect(session).toEqual([[['tab:1', 'leases']], ['unwritten'], ['view:1']]);
});
