import 'fake-indexeddb/auto';
import { deleteDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../../../src/background/context/database';
import { openStoredData } from '../../../src/background/context/create-context';
import { clearStorage } from '../../../src/platform/storage/clear-storage';
import { ownArea } from '../../../src/platform/storage/own-area';
import { storageTroubleStore } from '../../../src/platform/storage/stores';
import { createMemoryBrowser } from '../../support/memory-browser';

let memory: ReturnType<typeof createMemoryBrowser>;
let uninstall: () => void;

beforeEach(async () => {
  // As an earlier worker has left it.
  (await openDatabase()).close();
  memory = createMemoryBrowser();
  uninstall = memory.install();
  // The patience with a database that does not open ends after the test.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  uninstall();
});

/** As the start of a worker does. */
async function start(): Promise<Record<string, unknown>> {
  const connection = await openStoredData();
  connection.current().close();
  return ownArea.get(null);
}

test('the first start notes the version of the data', async () => {
  expect(await start()).toEqual({ 'data-version': 2 });
});

test('values of this version stay as they are', async () => {
  const values = { 'data-version': 2, settings: { interval: 300 }, sites: { zdf: { enabled: false } } };
  await ownArea.set(values);
  expect(await start()).toEqual(values);
});

test('after all values have been erased the version is noted anew', async () => {
  await ownArea.set({ 'data-version': 2, settings: { interval: 300 } });
  await clearStorage();
  expect(await start()).toEqual({ 'data-version': 2 });
});

test('that the browser has emptied every database is told, and not taken for the first start', async () => {
  await start();
  expect(await storageTroubleStore.get()).not.toBe('storage-removed');
  await ownArea.remove(Object.keys(await ownArea.get(null)));
  await deleteDB('matinee');
  await start();
  expect(await storageTroubleStore.get()).toBe('storage-removed');
});

test('data of a newer version is refused and left as it is', async () => {
  const newer = { 'data-version': 3, settings: { interval: 'often' } };
  await ownArea.set(newer);
  await expect(start()).rejects.toMatchObject({ code: 'newer-data' });
  expect(await ownArea.get(null)).toEqual(newer);
});
