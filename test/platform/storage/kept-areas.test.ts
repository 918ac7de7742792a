import { afterEach, expect, test, vi } from 'vitest';
import { keepArea, keepAreas, keepWhole } from '../../../src/platform/storage/kept-areas';
import { databaseArea, ownArea, type ValueArea } from '../../../src/platform/storage/own-area';
import { keptAreas } from '../../../src/platform/storage/storage-item';
import { settingsStore } from '../../../src/platform/storage/stores';
import { createMemoryBrowser } from '../../support/memory-browser';

let ending = new AbortController();

afterEach(() => {
  ending.abort();
  ending = new AbortController();
  delete keptAreas.local;
  delete keptAreas.session;
});

/** An area in memory whose changes take until `settle` is called. */
function slowArea(stored: Record<string, unknown>) {
  const waiting: (() => void)[] = [];
  const later = (change: () => void) =>
    new Promise<void>((resolve) => {
      waiting.push(() => resolve(change()));
    });
  const get = vi.fn<ValueArea['get']>(async () => structuredClone(stored));
  const area: ValueArea = {
    get,
    set: (values) => later(() => Object.assign(stored, values)),
    remove: (keys) => later(() => [keys].flat().forEach((key) => delete stored[key])),
  };
  return { area, get, settle: () => waiting.splice(0).forEach((change) => change()) };
}

test('the same values are read once, until something is stored or removed', async () => {
  const { area, get, settle } = slowArea({ a: 1 });
  const kept = keepArea(area);
  expect(await Promise.all([kept.get(['a']), kept.get(['a'])])).toEqual([{ a: 1 }, { a: 1 }]);
  await kept.get(['a']);
  expect(get).toHaveBeenCalledTimes(1);
  const storing = kept.set({ a: 2 });
  settle();
  await storing;
  expect(await kept.get(['a'])).toEqual({ a: 2 });
  const removing = kept.remove('a');
  settle();
  await removing;
  expect(await kept.get(['a'])).toEqual({});
});

test('of several values only those are read that were not yet', async () => {
  const { area, get } = slowArea({ a: 1, b: 2, c: 3 });
  const kept = keepArea(area);
  expect(await kept.get(['a', 'b'])).toMatchObject({ a: 1, b: 2 });
  expect(await kept.get(['b', 'c', 'missing'])).toMatchObject({ b: 2, c: 3 });
  await kept.get('missing');
  expect(get.mock.calls).toEqual([[['a', 'b']], [['c', 'missing']]]);
});

test('what was read while a value was stored is read again afterwards', async () => {
  const { area, settle } = slowArea({ a: 1 });
  const kept = keepArea(area);
  const storing = kept.set({ a: 2 });
  expect(await kept.get('a')).toEqual({ a: 1 });
  settle();
  await storing;
  expect(await kept.get('a')).toEqual({ a: 2 });
});

test('a reading that failed is tried again', async () => {
  const { area, get } = slowArea({ a: 1 });
  get.mockRejectedValueOnce(new Error('blocked'));
  const kept = keepArea(area);
  await expect(kept.get('a')).rejects.toThrow('blocked');
  expect(await kept.get('a')).toEqual({ a: 1 });
});

test('what others have changed is read again when that is said', async () => {
  const stored = { a: 1 };
  const kept = keepArea(slowArea(stored).area);
  await kept.get('a');
  stored.a = 2;
  kept.forget();
  expect(await kept.get('a')).toEqual({ a: 2 });
});

test('an area that only the worker changes is read once, whatever is stored and removed', async () => {
  const { area, get, settle } = slowArea({ a: 1, b: 2 });
  const kept = keepWhole(area);
  expect(await kept.get('a')).toEqual({ a: 1, b: 2 });
  const changes = [kept.set({ a: 2, c: 3 }), kept.remove(['b'])];
  expect(await kept.get('a')).toEqual({ a: 1, b: 2 });
  settle();
  await Promise.all(changes);
  expect(await kept.get('a')).toEqual({ a: 2, c: 3 });
  expect(get.mock.calls).toEqual([[null]]);
});

test('a value stored before the first reading is answered counts', async () => {
  const { area, get, settle } = slowArea({ a: 1 });
  const kept = keepWhole(area);
  let answer = (): void => undefined;
  get.mockReturnValueOnce(
    new Promise((resolve) => {
      answer = () => resolve({ a: 1 });
    }),
  );
  const [first, storing] = [kept.get('a'), kept.set({ a: 2 })];
  settle();
  answer();
  await Promise.all([first, storing]);
  expect(await kept.get('a')).toEqual({ a: 2 });
});

test('a refused change of such an area changes nothing, and a reading that failed is tried again', async () => {
  const { area, get } = slowArea({ a: 1 });
  get.mockRejectedValueOnce(new Error('blocked'));
  const kept = keepWhole({ ...area, set: () => Promise.reject(new Error('full')) });
  await expect(kept.get('a')).rejects.toThrow('blocked');
  expect(await kept.get('a')).toEqual({ a: 1 });
  await expect(kept.set({ a: 2 })).rejects.toThrow('full');
  expect(await kept.get('a')).toEqual({ a: 1 });
});

test('what a page has stored counts for what it asks next, even if its notice arrives later', async () => {
  const memory = createMemoryBrowser();
  const uninstall = memory.install();
  keepAreas(ending.signal);
  expect((await settingsStore.get()).interval).toBe(300);
  // Another context stores; the worker has not been notified.
  await databaseArea.set({ settings: { interval: 60 } });
  memory.message.emit({ name: 'tab.view' });
  expect((await settingsStore.get()).interval).toBe(60);
  uninstall();
});

test('what a page has stored and told is read again', async () => {
  const uninstall = createMemoryBrowser().install();
  keepAreas(ending.signal);
  expect((await settingsStore.get()).interval).toBe(300);
  await ownArea.set({ settings: { interval: 60 } });
  expect((await settingsStore.get()).interval).toBe(60);
  uninstall();
});
