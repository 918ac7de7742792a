import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { openDatabase, type MatineeDatabase } from '../../../src/background/context/database';
import { createLog, LOG_CAPACITY } from '../../../src/background/context/log';
import type { LogEntry } from '../../../src/core/status/status';
import { openPage, sintel, startWorker } from '../support/worker-under-test';

let database: MatineeDatabase;
afterEach(() => {
  database.close();
});

async function startLog(level: LogEntry['level']) {
  database = await openDatabase(`log-${crypto.randomUUID()}`);
  const flushes: (() => void)[] = [];
  const log = createLog({
    database,
    now: () => 1_000,
    level: async () => level,
    schedule: (flush) => void flushes.push(flush),
  });
  return { log, flushes };
}

const events = async () => (await database.getAll('log')).map(({ event }) => event);

test.each<readonly [LogEntry['level'], readonly string[]]>([
  ['error', ['failed']],
  ['info', ['failed', 'step']],
  ['debug', ['failed', 'step', 'detail']],
])('the level %s stores %j', async (level, stored) => {
  const { log } = await startLog(level);
  log.error('failed');
  log.info('step');
  log.debug('detail');
  await log.flush();
  expect(await events()).toEqual(stored);
});

test('entries are stored together after a short delay', async () => {
  const { log, flushes } = await startLog('info');
  log.info('one', { siteId: 'netflix', tabId: 3, sessionId: 's', detail: 'start' });
  log.info('two');
  expect(flushes.length).toBe(1);
  expect(await events()).toEqual([]);
  await log.flush();
  expect(await database.getAll('log')).toEqual([
    {
      id: 1,
      at: 1_000,
      level: 'info',
      event: 'one',
      siteId: 'netflix',
      tabId: 3,
      sessionId: 's',
      detail: 'start',
    },
    { id: 2, at: 1_000, level: 'info', event: 'two' },
  ]);
});

test('nothing of a private window is logged', async () => {
  const { log } = await startLog('debug');
  log.error('failed', { private: true });
  log.info('step', { private: false });
  await log.flush();
  expect(await events()).toEqual(['step']);
});

test('the newest entries are kept, up to the capacity', async () => {
  const { log } = await startLog('debug');
  for (let index = 0; index < LOG_CAPACITY; index++) log.debug(`old-${index}`);
  await log.flush();
  log.info('new');
  await log.flush();
  const stored = await events();
  expect(stored.length).toBe(LOG_CAPACITY);
  expect([stored[0], stored.at(-1)]).toEqual(['old-1', 'new']);
});

test('what fails while the settings cannot be read is stored all the same', async () => {
  database = await openDatabase(`log-${crypto.randomUUID()}`);
  const level = () => Promise.reject(new Error('the database of values is broken'));
  const log = createLog({ database, now: () => 1_000, level, schedule: () => undefined });
  log.error('failed');
  log.debug('detail');
  await log.flush();
  expect(await events()).toEqual(['failed']);
});

test('a log that cannot be stored neither throws nor rejects, and works afterwards', async () => {
  const { log } = await startLog('info');
  database.close();
  log.error('failed');
  await expect(log.flush()).resolves.toBeUndefined();
});

test('the log of failed deliveries has codes, and no title, address or token', async () => {
  const worker = await startWorker();
  database = worker.database;
  await worker.handlers['settings.set']({ logLevel: 'debug' }, { private: false });
  const page = await openPage(worker);
  worker.faults.push(
    (pass) => pass(),
    () => new Response('no', { status: 500 }),
  );
  await page.play(0, 880);
  await page.leave({ position: 890 });
  await worker.deliver();
  const entries = await worker.handlers['log.list']({ limit: 2_000 }, { private: false });
  const seen = new Set(entries.map(({ event }) => event));
  for (const event of [
    'report',
    'session-started',
    'update-stored',
    'title-matched',
    'update-failed',
    'update-accepted',
  ])
    expect(seen).toContain(event);
  expect(entries.find(({ event }) => event === 'update-failed')).toMatchObject({
    level: 'error',
    detail: 'later server 500',
    siteId: 'netflix',
  });
  const text = JSON.stringify(entries);
  for (const secret of [sintel.title ?? '', 'netflix.com', 'localhost', worker.service.sk])
    expect(text).not.toContain(secret);
  await worker.handlers['log.clear']({}, { private: false });
  expect(await worker.handlers['log.list']({ limit: 10 }, { private: false })).toEqual([]);
  await worker.close();
});

test('the log is listed in pages, and erasing everything empties it', async () => {
  const worker = await startWorker();
  database = worker.database;
  for (const event of ['one', 'two', 'three']) worker.context.log.error(event);
  const list = async (before?: number) =>
    worker.handlers['log.list']({ limit: 2, ...(before !== undefined && { before }) }, { private: false });
  const newest = await list();
  expect(newest.map(({ event }) => event)).toEqual(['three', 'two']);
  expect((await list(newest[1]?.id)).map(({ event }) => event)).toEqual(['one']);
  worker.context.log.error('four');
  await worker.handlers['data.erase']({}, { private: false });
  expect(await list()).toEqual([]);
  await worker.close();
});
