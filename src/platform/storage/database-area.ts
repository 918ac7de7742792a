import type { ValueArea } from './value-area';

/** The values in a database with one store. */
export const databaseArea: ValueArea = {
  async get(keys) {
    if (keys === null) {
      const [names, values] = await inStore<unknown[]>('readonly', (store) => [
        store.getAllKeys() as IDBRequest,
        store.getAll(),
      ]);
      return Object.fromEntries((names ?? []).map((name, index) => [String(name), values?.[index]]));
    }
    const wanted = [keys].flat();
    const found = await inStore('readonly', (store) => wanted.map((key) => store.get(key)));
    return Object.fromEntries(wanted.map((key, index) => [key, found[index]]));
  },
  async set(values) {
    await inStore('readwrite', (store) =>
      Object.entries(values).map(([key, value]) => store.put(value, key)),
    );
  },
  async remove(keys) {
    await inStore('readwrite', (store) => [keys].flat().map((key) => store.delete(key)));
  },
};

/** Runs one transaction, and returns what its requests answered. */
async function inStore<Value>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => readonly IDBRequest<Value>[],
): Promise<readonly Value[]> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode, { durability: 'strict' });
    transaction.addEventListener('abort', () => reject(reasonOf(transaction)));
    try {
      const requests = ask(transaction.objectStore(STORE));
      transaction.addEventListener('complete', () => resolve(requests.map(({ result }) => result)));
    } catch (error) {
      // A value that cannot be copied: those before it in the same transaction are taken back.
      transaction.abort();
      throw error;
    }
  });
}

let opened: Promise<IDBDatabase> | undefined;

/** The connection, shared until the browser closes it or another context deletes or upgrades the database. */
function open(): Promise<IDBDatabase> {
  const forget = () => (opened = undefined);
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(NAME, 1);
    opening.addEventListener('upgradeneeded', () => void opening.result.createObjectStore(STORE));
    opening.addEventListener('error', () => {
      forget();
      reject(reasonOf(opening));
    });
    opening.addEventListener('success', () => {
      const database = opening.result;
      database.addEventListener('close', forget);
      database.addEventListener('versionchange', () => {
        forget();
        database.close();
      });
      resolve(database);
    });
  });
  return opened;
}

function reasonOf({ error }: { readonly error: DOMException | null }): Error {
  return error ?? new Error('The database failed.');
}

const NAME = 'matinee-values';
const STORE = 'values';
