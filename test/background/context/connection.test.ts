import 'fake-indexeddb/auto';
import { deleteDB, openDB } from 'idb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect, type Connection } from '../../../src/background/context/create-context';
import {
  openDatabase,
  type MatineeDatabase,
  type DatabaseEvents,
} from '../../../src/background/context/database';
import { storageTroubleStore } from '../../../src/platform/storage/stores';
import { createMemoryBrowser } from '../../support/memory-browser';
import { waitFor } from '../../support/wait-for';

let uninstall: () => void;
beforeEach(() => (uninstall = createMemoryBrowser().install()));
afterEach(() => uninstall());

const never = () => new Promise<void>(() => undefined);

interface Opening {
  readonly name?: string;
  readonly open?: (events: DatabaseEvents) => Promise<MatineeDatabase>;
  readonly isKnown?: boolean;
  readonly patience?: () => Promise<void>;
}

async function start({
  name = `connection-${crypto.randomUUID()}`,
  isKnown = false,
  ...options
}: Opening = {}) {
  const removals: string[] = [];
  const connection = await connect({
    open: (events) => openDatabase(name, events),
    isKnown,
    removed: async () => void removals.push('removed'),
    patience: never,
    ...options,
  });
  return { name, connection, removals };
}

/** The connection, once it is open. */
async function opened(connection: Connection): Promise<MatineeDatabase> {
  return waitFor('the connection', () => connection.current());
}

test('a first start opens the database, and reports nothing', async () => {
  const { connection, removals } = await start();
  expect(await connection.current().getAll('outbox')).toEqual([]);
  expect([removals, await storageTroubleStore.get()]).toEqual([[], undefined]);
});

test('a database that cannot be opened is reported, and opened as soon as that is possible', async () => {
  let isBroken = true;
  const { connection } = await start({
    open: async (events) => {
      if (isBroken) throw new DOMException('Internal error opening backing store', 'UnknownError');
      return openDatabase(`connection-${crypto.randomUUID()}`, events);
    },
  });
  expect(() => connection.current()).toThrow(expect.objectContaining({ code: 'storage-unavailable' }));
  expect(await storageTroubleStore.get()).toBe('storage-unavailable');
  isBroken = false;
  await opened(connection);
  expect(await storageTroubleStore.get()).toBeUndefined();
});

test('a disk without space for the database is reported as full', async () => {
  const { connection } = await start({
    open: async () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    },
  });
  expect(() => connection.current()).toThrow(expect.objectContaining({ code: 'storage-full' }));
  expect(await storageTroubleStore.get()).toBe('storage-full');
});

test('data of a newer version is not touched', async () => {
  const open = async () => {
    throw new DOMException('The requested version is less than the existing version.', 'VersionError');
  };
  await expect(start({ open })).rejects.toMatchObject({ name: 'VersionError' });
});

test('an older connection that stays open is reported, and does not hold up the start', async () => {
  const name = `connection-${crypto.randomUUID()}`;
  // The connection of an older version does not close when another one asks for it.
  const older = await openDB(name, 1, {
    upgrade(database) {
      database.createObjectStore('outbox', { keyPath: 'id' });
    },
  });
  const { connection } = await start({
    name,
    patience: async () => {
      await waitFor('the report', async () => storageTroubleStore.get());
    },
  });
  expect(await storageTroubleStore.get()).toBe('storage-blocked');
  expect(() => connection.current()).toThrow(expect.objectContaining({ code: 'storage-blocked' }));
  older.close();
  await opened(connection);
  await waitFor('the end of the trouble', async () => (await storageTroubleStore.get()) === undefined);
});

test('a database that is deleted under the worker is created anew, and the loss is reported', async () => {
  const { name, connection, removals } = await start();
  await connection.current().put('matches', { key: 'k', candidates: [], expires: 1 });
  await deleteDB(name);
  const database = await opened(connection);
  expect(await database.getAll('matches')).toEqual([]);
  await waitFor('the report', async () => (await storageTroubleStore.get()) === 'storage-removed');
  expect(removals).toEqual(['removed']);
});

test('a database that was deleted between two starts is missed', async () => {
  const { removals } = await start({ isKnown: true });
  expect(removals).toEqual(['removed']);
  expect(await storageTroubleStore.get()).toBe('storage-removed');
});
