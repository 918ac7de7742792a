import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../../src/service/store/store';
import { openTestStore } from './open-test-store';

let store: Store;
let ada: string;
let now = Date.UTC(2026, 0, 15);
beforeEach(async () => {
  store = await openTestStore(() => now);
  ({ id: ada } = await store.users.ensureOwner());
});
afterEach(() => store.close());

const part = { limit: 100, offset: 0 };

async function makeList(): Promise<string> {
  const made = await store.lists.create(ada, { name: 'Evenings', visibility: 'SHARED', kind: 'media' });
  const id = made?.id ?? '';
  for (const media of ['movie:1', 'show:2', 'movie:3']) {
    now += 1000;
    await store.lists.put(ada, id, { media, notes: media === 'show:2' ? 'with Ben' : null });
  }
  return id;
}

const itemsOf = (id: string) => store.lists.items({ userId: ada, id }, part);

test('an entry comes back to its place, with its note and its time', async () => {
  const id = await makeList();
  const before = await itemsOf(id);
  const removal = await store.removedEntries.fromList(ada, id, 'show:2');
  expect((await itemsOf(id)).map(({ media, position }) => [media, position])).toEqual([
    ['movie:1', 0],
    ['movie:3', 1],
  ]);
  now += 60_000;
  expect(await store.removedEntries.restore(ada, removal ?? '')).toBe(true);
  expect(await itemsOf(id)).toEqual(before);
  expect(await store.removedEntries.restore(ada, removal ?? '')).toBe(false);
  expect(await store.check()).toEqual([]);
});

test('a list comes back whole, one of the same name beside it', async () => {
  const id = await makeList();
  const [before, entries] = [await store.lists.find(id), await itemsOf(id)];
  const removal = await store.removedEntries.list(ada, id);
  expect([await store.lists.find(id), await itemsOf(id)]).toEqual([undefined, []]);
  await makeList();
  expect(await store.removedEntries.restore(ada, removal ?? '')).toBe(true);
  expect([await store.lists.find(id), await itemsOf(id)]).toEqual([before, entries]);
  expect(await store.lists.count(ada)).toBe(2);
  expect(await store.check()).toEqual([]);
});

test('what is on a shelf comes back with all that was noted, unless it is there again', async () => {
  await store.shelves.put(ada, 'watchlist', 'movie:1', { priority: 3, notes: 'soon' });
  const before = await store.shelves.find(ada, 'watchlist', 'movie:1');
  const removal = (await store.removedEntries.fromShelf(ada, 'watchlist', 'movie:1')) ?? '';
  expect(await store.shelves.find(ada, 'watchlist', 'movie:1')).toEqual([]);
  expect(await store.removedEntries.restore(ada, removal)).toBe(true);
  expect(await store.shelves.find(ada, 'watchlist', 'movie:1')).toEqual(before);
  const again = (await store.removedEntries.fromShelf(ada, 'watchlist', 'movie:1')) ?? '';
  await store.shelves.put(ada, 'watchlist', 'movie:1');
  expect(await store.removedEntries.restore(ada, again)).toBe(false);
});

test('a rating comes back with its review, or goes where there was none', async () => {
  const none = (await store.removedEntries.grade(ada, 'movie:1')) ?? '';
  await store.ratings.grade(ada, { media: 'movie:1', rating: 7.5, review: 'A dragon.', ratedAt: now });
  const grades = () => store.ratings.grades(ada, { ...part, type: 'all' });
  const before = await grades();
  const kept = (await store.removedEntries.grade(ada, 'movie:1')) ?? '';
  await store.ratings.ungrade(ada, 'movie:1', now);
  expect(await store.removedEntries.restore(ada, kept)).toBe(true);
  expect(await grades()).toEqual(before);
  expect(await store.removedEntries.restore(ada, none)).toBe(true);
  expect(await grades()).toEqual([]);
});

test('nobody brings back what is not theirs, and nothing is kept longer than 30 days', async () => {
  const id = await makeList();
  const ben = (await store.users.add('ben', 'correct horse battery', 'member'))?.id ?? '';
  const removal = (await store.removedEntries.list(ada, id)) ?? '';
  expect(await store.removedEntries.restore(ben, removal)).toBe(false);
  now += 31 * 86_400_000;
  await store.removedEntries.grade(ada, 'movie:1');
  expect(await store.removedEntries.restore(ada, removal)).toBe(false);
  expect(await itemsOf(removal)).toEqual([]);
});
