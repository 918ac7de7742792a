import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../../../src/background/context/database';
import { migrateStoredData } from '../../../src/background/context/migrations';
import { clearStorage } from '../../../src/platform/storage/clear-storage';
import { ownArea } from '../../../src/platform/storage/own-area';
import { createMemoryBrowser } from '../../support/memory-browser';

const old = {
  'data-version': 1,
  settings: { interval: 300 },
  sites: { zdf: { enabled: false } },
  corrections: [],
  drafts: { one: { key: 'one' } },
};
const { 'data-version': _, ...values } = old;
let memory: ReturnType<typeof createMemoryBrowser>;
let uninstall: () => void;

beforeEach(async () => {
  // As an earlier worker has left it.
  (await openDatabase()).close();
  memory = createMemoryBrowser();
  uninstall = memory.install();
});
afterEach(() => {
  vi.restoreAllMocks();
  uninstall();
});

/** As the start of a worker does. */
async function start(): Promise<Record<string, unknown>> {
  const connection = await migrateStoredData();
  connection.current().close();
  return ownArea.get(null);
}

test('everything moves out of storage.local, which is empty afterwards', async () => {
  await memory.legacy.set(old);
  expect(await start()).toEqual({ ...values, 'data-version': 2 });
  expect(await memory.legacy.get(null)).toEqual({});
});

test('a worker that ends on the way loses nothing', async () => {
  await memory.legacy.set(old);
  vi.spyOn(memory.local, 'set').mockRejectedValueOnce(new Error('ended'));
  await expect(start()).rejects.toThrow('ended');
  expect(await memory.legacy.get(null)).toEqual(old);
  expect(await start()).toEqual({ ...values, 'data-version': 2 });
});

test('a worker that cannot empty storage.local works all the same, and the next one empties it', async () => {
  await memory.legacy.set(old);
  vi.spyOn(memory.legacy, 'clear').mockRejectedValueOnce(new Error('An unexpected error occurred'));
  expect(await start()).toEqual({ ...values, 'data-version': 2 });
  expect(await start()).toEqual({ ...values, 'data-version': 2 });
  expect(await memory.legacy.get(null)).toEqual({});
});

test('values of the first version are repaired, and what they were is kept', async () => {
  const first = { settings: { interval: 'often' }, sites: { zdf: { enabled: false }, arte: 7 } };
  await memory.legacy.set(first);
  expect(await start()).toMatchObject({
    sites: { zdf: { enabled: false } },
    'set-aside': first,
    'data-version': 2,
  });
});

test('what a content script writes to storage.local later is not read, and is removed', async () => {
  await start();
  const forged = { 'data-version': 1, settings: { baseUrl: 'http://attacker.example', allowHttp: true } };
  await memory.legacy.set(forged);
  expect(await start()).toEqual({ 'data-version': 2 });
  expect(await memory.legacy.get(null)).toEqual({});
  await ownArea.set({ settings: { interval: 60 } });
  await clearStorage('data-version');
  await memory.legacy.set(forged);
  expect(await start()).toEqual({ 'data-version': 2 });
});

test('data of a newer version is left as it is, in either place', async () => {
  await memory.legacy.set({ ...old, 'data-version': 9 });
  await expect(start()).rejects.toMatchObject({ code: 'newer-data' });
  expect(await memory.legacy.get(null)).toEqual({ ...old, 'data-version': 9 });
  await memory.legacy.clear();
  await ownArea.set({ 'data-version': 3 });
  await expect(start()).rejects.toMatchObject({ code: 'newer-data' });
});
