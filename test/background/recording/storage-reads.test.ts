import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { accountKey, changeAccount, currentAccount } from '../../../src/background/account/account';
import { browser } from '../../../src/platform/browser/browser';
import { setCommonBadge } from '../../../src/platform/browser/toolbar';
import { keepAreas } from '../../../src/platform/storage/kept-areas';
import { keptAreas } from '../../../src/platform/storage/storage-item';
import { openPage, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(async () => {
  vi.restoreAllMocks();
  await worker.close();
});

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

test('a worker reads storage.session once, however many reports it handles, and the next one again', async () => {
  worker = await startWorker();
  const ending = new AbortController();
  onTestFinished(() => {
    ending.abort();
    delete keptAreas.local;
    delete keptAreas.session;
  });
  const read = vi.spyOn(worker.memory.session, 'get');
  keepAreas(ending.signal);
  const page = await openPage(worker);
  await page.play(0, 480);
  await worker.runDelivery();
  expect(worker.requests.map(({ path }) => path)).toContain('/api/v1/scrobble');
  expect(read.mock.calls).toEqual([[null]]);
  keepAreas(ending.signal);
  worker.restart();
  await page.report({ position: 500 });
  expect(read.mock.calls).toEqual([[null], [null]]);
});

test('a delivery sets the colors of the badge only where it has a text', async () => {
  worker = await startWorker();
  const color = vi.spyOn(browser.action, 'setBadgeBackgroundColor');
  const page = await openPage(worker);
  await page.play(0, 480);
  await worker.runDelivery();
  expect(color).not.toHaveBeenCalled();
  await setCommonBadge('2');
  expect(color).toHaveBeenCalledTimes(1);
});

test('the account is read once, until it changes', async () => {
  worker = await startWorker();
  const read = vi.spyOn(IDBObjectStore.prototype, 'get');
  const reads = () => read.mock.calls.filter(([key]) => key === 'current').length;
  const page = await openPage(worker);
  await page.play(0, 120);
  await worker.runDelivery();
  expect(reads()).toBe(1);
  const account = await currentAccount(worker.context);
  if (account === undefined) throw new Error('nobody is signed in');
  const { database } = worker.context;
  await changeAccount(database, async () => {
    // A read that begins before the write is answered with the account of before.
    const before = accountKey(worker.context);
    await database.put('account', { ...account, key: 'another' }, 'current');
    expect(await before).toBe(account.key);
  });
  expect(await accountKey(worker.context)).toBe('another');
  await worker.handlers['account.sign-out']({ remove: false }, { private: false });
  expect(await accountKey(worker.context)).toBe('');
});

test('all counts of an account are read in one transaction', async () => {
  worker = await startWorker();
  const page = await openPage(worker);
  await page.play(0, 120);
  const begin = vi.spyOn(IDBDatabase.prototype, 'transaction');
  await worker.counts();
  // And one for the accounts that have entries.
  expect(begin.mock.calls.filter(([store]) => store === 'outbox')).toHaveLength(2);
});
