import { afterEach, expect, test } from 'vitest';
import { createMutex } from '../../src/background/context/context';
import { createHandlers } from '../../src/background/message-handlers';
import { messages, type MessageName } from '../../src/protocol/messages/messages';
import { openPage, sintel, startWorker, type WorkerUnderTest } from './support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(() => worker.close());

const page = { private: false };

/** The handlers with a lock that the test can hold, and the jobs that they started, in order. */
async function startHandlers() {
  worker = await startWorker();
  const runExclusive = createMutex();
  const started: string[] = [];
  const handlers = createHandlers({
    ready: Promise.resolve(worker.context),
    runExclusive,
    jobs: {
      deliverSoon: () => void started.push('deliver'),
      revokeSoon: () => void started.push('revoke'),
      refreshSites: async () => void started.push('refresh-sites'),
      refreshViews: async () => void started.push('refresh-views'),
      pageChanged: (tabId) => void started.push(`left ${tabId}`),
    },
  });
  /** Holds the lock until the returned function is called. */
  const holdLock = () => {
    let release = (): void => undefined;
    void runExclusive(() => new Promise<void>((resolve) => (release = resolve)));
    return async () => release();
  };
  return { handlers, started, holdLock };
}

/** Whether a promise settles within a few turns of the event loop. */
async function settles(promise: Promise<unknown>): Promise<boolean> {
  const settled = promise.then(
    () => true,
    () => true,
  );
  return Promise.race([settled, new Promise<false>((resolve) => setTimeout(() => resolve(false), 50))]);
}

test('every message declares its effect, and content scripts can cause no other than these', async () => {
  await startHandlers();
  const names = Object.keys(messages) as MessageName[];
  const known = ['read', 'exchange', 'write', 'write-and-deliver'];
  expect(names.filter((name) => !known.includes(messages[name].effect))).toEqual([]);
  const ofFrames = names.filter((name) => messages[name].from === 'frame');
  expect(Object.fromEntries(ofFrames.map((name) => [name, messages[name].effect]))).toEqual({
    hello: 'write-and-deliver',
    report: 'write-and-deliver',
    endpoint: 'read',
    'page-world': 'read',
    uncovered: 'write',
    'reading-aid': 'read',
    'workbench.endpoint': 'read',
    'workbench.page-world': 'read',
  });
});

test('a write waits for the lock, and a read and an exchange with the tracker do not', async () => {
  const { handlers, holdLock } = await startHandlers();
  const release = holdLock();
  const write = handlers['settings.set']({ interval: 600 }, page);
  const clear = handlers['log.clear']({}, page);
  expect(await settles(handlers['sites.list']({}, page))).toBe(true);
  expect(await settles(handlers['outbox.list']({}, page))).toBe(true);
  expect(await settles(handlers['account.poll']({}, page))).toBe(true);
  expect(await settles(write)).toBe(false);
  expect(await settles(clear)).toBe(false);
  await release();
  expect(await Promise.all([write, clear])).toEqual([null, null]);
});

test('each write is followed by the jobs that it needs, and a read by none', async () => {
  const { handlers, started } = await startHandlers();
  await handlers['outbox.retry']({}, page);
  expect(started.splice(0)).toEqual(['deliver']);
  await handlers['settings.set']({ interval: 600 }, page);
  expect(started.splice(0)).toEqual(['deliver', 'refresh-views']);
  await handlers['settings.set']({ pausedUntil: -1 }, page);
  expect(started.splice(0)).toEqual(['deliver', 'refresh-sites']);
  await handlers['sites.set']({ siteId: 'netflix', enabled: false }, page);
  expect(started.splice(0)).toEqual(['refresh-sites']);
  await handlers['outbox.list']({}, page);
  expect(started).toEqual([]);
});

test('a poll that signs nobody in starts nothing: a page polls each second', async () => {
  const { handlers, started } = await startHandlers();
  await handlers['account.sign-out']({}, page);
  expect(started.splice(0)).toEqual(['deliver', 'revoke', 'refresh-views']);
  const view = await handlers['account.sign-in']({}, page);
  if (view.state !== 'pending') throw new Error('no code');
  worker.wait(10);
  expect(await handlers['account.poll']({}, page)).toBe(false);
  expect(started).toEqual([]);
  worker.wait(10);
  await worker.service.store.devices.decide(view.userCode, worker.service.owner.id, 'approved');
  expect(await handlers['account.poll']({}, page)).toBe(true);
  expect(started).toEqual(['revoke', 'deliver']);
});

test('a report starts a delivery only when it stored an update, and one of the end of a page a look at its tab', async () => {
  const { handlers, started } = await startHandlers();
  const view = await openPage(worker);
  const report = (seq: number, position: number, cause: 'tick' | 'leave' = 'tick') =>
    handlers.report(
      {
        run: view.run,
        seq,
        cause,
        url: 'https://www.netflix.com/watch/1',
        visible: true,
        playback: { state: 'playing', position, duration: 900, rate: 1, at: worker.service.clock.now },
        reading: { item: sintel, identity: 'sintel', confidence: 1, degraded: false, missing: [] },
      },
      view.sender,
    );
  await report(0, 0);
  worker.wait(2);
  await report(1, 2);
  expect(started).toEqual([]);
  worker.wait(12);
  await report(2, 14);
  expect(started.splice(0)).toEqual(['deliver']);
  worker.wait(1);
  await report(3, 15, 'leave');
  expect(started).toEqual(['deliver', 'left 1']);
});

test('a page in place of one that could not say its end starts the delivery of where that one was left', async () => {
  const { handlers, started } = await startHandlers();
  const before = await openPage(worker);
  await before.begin();
  const next = { url: 'https://www.netflix.com/watch/2', run: 'next' };
  await handlers.hello(next, { ...before.sender, tabUrl: next.url });
  expect(started).toEqual(['deliver']);
  await handlers.hello(next, { ...before.sender, tabUrl: next.url });
  expect(started).toEqual(['deliver']);
});

test('a handler that fails starts nothing, is logged by its code, and answers its error', async () => {
  const { handlers, started } = await startHandlers();
  const refused = handlers['outbox.accept']({ id: 'unknown' }, page);
  await expect(refused).rejects.toMatchObject({ code: 'gone' });
  expect(started).toEqual([]);
  await handlers['settings.set']({ logLevel: 'info' }, page);
  await handlers['outbox.accept']({ id: 'unknown' }, page).catch(() => undefined);
  const [newest] = await handlers['log.list']({ limit: 1 }, page);
  expect(newest).toMatchObject({ level: 'info', event: 'message-failed', detail: 'outbox.accept gone' });
});

test('what a handler logged is stored before its answer, since the worker can be stopped afterwards', async () => {
  const { handlers } = await startHandlers();
  await handlers['settings.set']({ logLevel: 'info' }, page);
  await handlers['outbox.accept']({ id: 'unknown' }, page).catch(() => undefined);
  await openPage(worker);
  worker.context.log.info('written-by-a-part');
  await handlers['settings.set']({ interval: 600 }, page);
  const stored = (await worker.database.getAll('log')).map(({ event }) => event);
  expect(stored).toEqual(['message-failed', 'written-by-a-part']);
});
