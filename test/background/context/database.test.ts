import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/background/context/database';

test('a database of version 1 keeps its data, gets a log, and loses an unused index', async () => {
  const old = await openDB('upgrade-test', 1, {
    upgrade(database) {
      database.createObjectStore('outbox', { keyPath: 'id' }).createIndex('created', 'createdAt');
      database.createObjectStore('matches', { keyPath: 'key' }).createIndex('expires', 'expires');
      database.createObjectStore('activity', { keyPath: 'id', autoIncrement: true });
      database.createObjectStore('account');
    },
  });
  await old.put('outbox', { id: 'session', createdAt: 1 });
  await old.put('matches', { key: 'question', expires: 2 });
  await old.add('activity', { at: 3 });
  await old.put('account', { kind: 'account', token: 'token' }, 'current');
  old.close();
  const database = await openDatabase('upgrade-test');
  expect(await database.getAll('outbox')).toEqual([{ id: 'session', createdAt: 1 }]);
  expect(await database.getAll('matches')).toEqual([{ key: 'question', expires: 2 }]);
  expect(await database.getAll('activity')).toEqual([{ at: 3, id: 1 }]);
  expect(await database.get('account', 'current')).toMatchObject({ token: 'token' });
  expect(await database.getAll('log')).toEqual([]);
  const indexes: DOMStringList = database.transaction('outbox').store.indexNames;
  expect([...indexes]).toEqual([]);
  database.close();
});
