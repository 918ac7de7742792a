import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { expect, test } from 'vitest';
import type { OutboxEntry } from '../../../src/core/outbox/outbox-entry';
import { withPlace } from '../../../src/core/outbox/queue-place';
import { openDatabase } from '../../../src/background/context/database';

const entry: OutboxEntry = {
  id: 'session',
  account: 'me',
  siteId: 'cinema',
  item: { type: 'movie', title: 'Sintel' },
  readConfidence: 1,
  private: false,
  start: { position: 14, duration: 900, cause: 'start', at: 1 },
  confirmed: false,
  match: { state: 'open' },
  attempts: 0,
  notBefore: 0,
  parked: false,
  createdAt: 1,
  updatedAt: 1,
};

test('a database of version 1 keeps its data, gets a log and the order of the queue, and loses an unused index', async () => {
  const old = await openDB('upgrade-test', 1, {
    upgrade(database) {
      database.createObjectStore('outbox', { keyPath: 'id' }).createIndex('created', 'createdAt');
      database.createObjectStore('matches', { keyPath: 'key' }).createIndex('expires', 'expires');
      database.createObjectStore('activity', { keyPath: 'id', autoIncrement: true });
      database.createObjectStore('account');
    },
  });
  await old.put('outbox', entry);
  await old.put('matches', { key: 'question', expires: 2 });
  await old.add('activity', { at: 3 });
  await old.put('account', { kind: 'account', token: 'token' }, 'current');
  old.close();
  const database = await openDatabase('upgrade-test');
  expect(await database.getAll('outbox')).toEqual([withPlace(entry)]);
  expect(await database.countFromIndex('outbox', 'place')).toBe(1);
  expect(await database.getAll('matches')).toEqual([{ key: 'question', expires: 2 }]);
  expect(await database.getAll('activity')).toEqual([{ at: 3, id: 1 }]);
  expect(await database.get('account', 'current')).toMatchObject({ token: 'token' });
  expect(await database.getAll('log')).toEqual([]);
  const indexes: DOMStringList = database.transaction('outbox').store.indexNames;
  expect([...indexes]).toEqual(['place', 'title']);
  database.close();
});
