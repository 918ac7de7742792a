import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/background/context/database';

test('the first start creates all tables, and later ones keep their data', async () => {
  let created = 0;
  const open = () => openDatabase('created-once', { created: () => (created += 1) });
  const first = await open();
  expect([...first.objectStoreNames]).toEqual(['account', 'activity', 'log', 'matches', 'outbox']);
  const indexes: DOMStringList = first.transaction('outbox').store.indexNames;
  expect([...indexes]).toEqual(['place', 'title']);
  await first.put('matches', { key: 'question', candidates: [], expires: 2 });
  first.close();
  const second = await open();
  expect(await second.count('matches')).toBe(1);
  expect(created).toBe(1);
  second.close();
});

test('a database of a format from before the first release is created anew', async () => {
  const old = await openDB('unreleased', 1, {
    upgrade(database) {
      database.createObjectStore('outbox', { keyPath: 'id' }).createIndex('created', 'createdAt');
      database.createObjectStore('account');
    },
  });
  await old.put('account', { kind: 'account', token: 'token' }, 'current');
  old.close();
  let created = 0;
  const database = await openDatabase('unreleased', { created: () => (created += 1) });
  expect(created).toBe(1);
  expect(await database.count('account')).toBe(0);
  expect(await database.countFromIndex('outbox', 'place')).toBe(0);
  database.close();
});
