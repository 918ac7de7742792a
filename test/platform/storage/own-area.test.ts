import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { browser } from '../../../src/platform/browser/browser';
import { ownArea, watchOwnValue, databaseArea } from '../../../src/platform/storage/own-area';
import { storageItem } from '../../../src/platform/storage/storage-item';

let ending: AbortController;
beforeEach(() => {
  ending = new AbortController();
});
afterEach(async () => {
  ending.abort();
  await databaseArea.remove(Object.keys(await databaseArea.get(null)));
});

test('values are stored together, read together, and removed', async () => {
  await ownArea.set({ a: { deep: [1] }, b: 2 });
  expect(await ownArea.get(['a', 'c'])).toEqual({ a: { deep: [1] } });
  expect(await ownArea.get(null)).toEqual({ a: { deep: [1] }, b: 2 });
  await ownArea.remove('a');
  expect(await ownArea.get(null)).toEqual({ b: 2 });
});

test('of values that cannot all be stored none is', async () => {
  await ownArea.set({ a: 1 });
  await expect(ownArea.set({ a: 2, b: () => undefined })).rejects.toThrow();
  expect(await ownArea.get(null)).toEqual({ a: 1 });
});

test('a change is heard where it is made, by key', async () => {
  const heard = new Promise<void>((resolve) => watchOwnValue('a', resolve, ending.signal));
  await ownArea.set({ b: 1 });
  await ownArea.set({ a: 1 });
  await heard;
});

test('a stored value is read again after each change', async () => {
  const item = storageItem({ area: 'local', key: 'count', read: (stored) => Number(stored ?? 0) });
  const next = new Promise<number>((resolve) => item.watch(resolve, ending.signal));
  await item.set(3);
  expect(await next).toBe(3);
  await item.remove();
  expect(await item.get()).toBe(0);
});

test('a database that another context deletes is opened again', async () => {
  await ownArea.set({ a: 1 });
  await new Promise((resolve) => {
    indexedDB.deleteDatabase('matinee-values').addEventListener('success', resolve);
  });
  expect(await ownArea.get('a')).toEqual({ a: undefined });
  await ownArea.set({ a: 2 });
  expect(await ownArea.get('a')).toEqual({ a: 2 });
});

test('a page in a private window of Firefox asks the worker', async () => {
  const target = browser as unknown as Record<string, unknown>;
  const before = { ...target };
  const sent: unknown[] = [];
  Object.assign(target, {
    extension: { inIncognitoContext: true },
    runtime: {
      sendMessage: async (message: { name: string }) => {
        sent.push(message);
        return { value: message.name === 'stored.read' ? { settings: { interval: 60 } } : null };
      },
    },
  });
  expect(await ownArea.get(['settings'])).toEqual({ settings: { interval: 60 } });
  await ownArea.set({ welcome: 'sites' });
  expect(sent).toEqual([
    { name: 'stored.read', input: { keys: ['settings'] } },
    { name: 'stored.write', input: { welcome: 'sites' } },
  ]);
  for (const key of ['extension', 'runtime']) delete target[key];
  Object.assign(target, before);
  expect(await databaseArea.get(null)).toEqual({});
});
