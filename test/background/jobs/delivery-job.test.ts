import { afterEach, expect, test } from 'vitest';
import { createMutex } from '../../../src/background/context/context';
import { createDelivery } from '../../../src/background/jobs/delivery-job';
import { openPage, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(() => worker.close());

test('an update that is stored while another is under way is sent by the same run', async () => {
  worker = await startWorker();
  let done = 0;
  const deliver = createDelivery({
    ready: Promise.resolve(worker.context),
    runExclusive: createMutex(),
    delivered: async () => void done++,
  });
  const page = await openPage(worker);
  await page.begin();
  worker.faults.push(
    (pass) => pass(),
    async (pass) => {
      worker.wait(400);
      await page.report({ position: 414 });
      await deliver();
      return pass();
    },
  );
  await deliver();
  expect((await worker.service.progress()).map(({ progress }) => progress)).toEqual([414]);
  expect(done).toBe(1);
});

test('a failed delivery does not prevent the next one', async () => {
  worker = await startWorker();
  let fails = true;
  const deliver = createDelivery({
    ready: Promise.resolve(worker.context).then((context) => ({
      ...context,
      now: () => {
        if (fails) throw new TypeError('broken clock');
        return context.now();
      },
    })),
    runExclusive: createMutex(),
    delivered: async () => undefined,
  });
  const page = await openPage(worker);
  await page.begin();
  await expect(deliver()).rejects.toThrow('broken clock');
  fails = false;
  await deliver();
  expect((await worker.service.progress()).map(({ progress }) => progress)).toEqual([14]);
});

test('the counts of waiting updates are published after each delivery', async () => {
  worker = await startWorker({ signedIn: false });
  const page = await openPage(worker);
  await page.begin();
  const deliver = createDelivery({
    ready: Promise.resolve(worker.context),
    runExclusive: createMutex(),
    delivered: async () => undefined,
  });
  await deliver();
  expect(JSON.parse(worker.memory.local.values.get('outbox-counts') ?? '')).toEqual({
    waiting: 1,
    review: 0,
    unmatched: 0,
    parked: 0,
    foreign: 0,
  });
});
