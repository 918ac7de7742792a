import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../../src/service/store/store';
import { openTestStore } from './open-test-store';

let store: Store;
let now = Date.UTC(2026, 10, 29);
let userId = '';
beforeEach(async () => {
  store = await openTestStore(() => now);
  userId = (await store.users.ensureOwner()).id;
});
afterEach(() => store.close());

const wrong = (address: string) => store.audit.add(userId, 'sign-in-failed', address);

test('strangers push no sign-in out of the log', async () => {
  await store.audit.add(userId, 'signed-in', '198.51.100.7');
  for (let count = 0; count < 400; count += 1) {
    now += 60_000;
    await wrong(`203.0.113.${String(count % 250)}`);
  }
  const entries = await store.audit.list(userId, 50);
  expect(entries.filter(({ event }) => event === 'signed-in')).toHaveLength(1);
  expect(entries.filter(({ event }) => event === 'sign-in-failed')).toHaveLength(10);
  expect(await store.audit.list(userId, 10_000)).toHaveLength(201);
});

test('failures of one address are counted in one row for an hour', async () => {
  for (let count = 0; count < 12; count += 1) await wrong('203.0.113.1');
  await wrong('203.0.113.2');
  now += 3_600_000;
  await wrong('203.0.113.1');
  const rows = await store.audit.list(userId, 50);
  expect(rows.map(({ address, detail }) => [address, detail])).toEqual([
    ['203.0.113.1', '1'],
    ['203.0.113.2', '1'],
    ['203.0.113.1', '12'],
  ]);
});

test('entries are deleted after a year', async () => {
  await store.audit.add(userId, 'signed-in', '198.51.100.7');
  now += 366 * 86_400_000;
  await store.audit.add(userId, 'signed-out', '');
  expect((await store.audit.list(userId, 50)).map(({ event }) => event)).toEqual(['signed-out']);
});
