import { browser } from '../browser/browser';

/** Named values, with the interface of an area of `browser.storage`. */
export interface ValueArea {
  /**
   * At least the values of these keys at one moment, or of all keys for `null`; keys without a value are left
   * out.
   */
  get(keys: string | string[] | null): Promise<Record<string, unknown>>;
  /** Stores all values, or none if one fails. */
  set(values: Readonly<Record<string, unknown>>): Promise<void>;
  remove(keys: string | string[]): Promise<void>;
}

/** The values in a database with a single store. */
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

let opened: Promise<IDBDatabase> | undefined;

const NAME = 'matinee-values';

const STORE = 'values';

/**
 * Values that outlive the browser, in IndexedDB of the extension's origin. Content scripts cannot open it. In
 * Firefox, which has no `setAccessLevel`, they could read and write `storage.local`.
 *
 * A page in a private window of Firefox has another database than the worker, so it asks the worker.
 */
export const ownArea: ValueArea = {
  get: (keys) =>
    isPrivatePage()
      ? askWorker('stored.read', { keys: keys === null ? [] : [keys].flat() })
      : databaseArea.get(keys),
  async set(values) {
    if (isPrivatePage()) await askWorker('stored.write', values);
    else await databaseArea.set(values);
    announce(Object.keys(values));
  },
  async remove(keys) {
    await databaseArea.remove(keys);
    announce([keys].flat());
  },
};

type KeysWatcher = (keys: unknown[]) => void;

/** Calls back when any context, this one included, has stored or removed a value, until the signal aborts. */
export function watchOwnValue(key: string, callback: () => void, signal?: AbortSignal): void {
  if (isPrivatePage()) {
    // Such a page is not notified of changes by other contexts, so it polls.
    const timer = setInterval(callback, 1_000);
    signal?.addEventListener('abort', () => clearInterval(timer));
    return;
  }
  const watcher: KeysWatcher = (keys) => {
    if (keys.includes(key)) callback();
  };
  watchOwnValues(watcher, signal);
}

/** Calls back with the keys of all values that any context stores or removes, until the signal aborts. */
export function watchOwnValues(callback: KeysWatcher, signal?: AbortSignal): void {
  watchers.add(callback);
  sharedChannel();
  signal?.addEventListener('abort', () => watchers.delete(callback));
}

function isPrivatePage(): boolean {
  return browser.extension?.inIncognitoContext === true;
}

async function askWorker(
  name: 'stored.read' | 'stored.write',
  input: object,
): Promise<Record<string, unknown>> {
  const answer: Readonly<{ value?: Record<string, unknown> | null }> | undefined =
    await browser.runtime.sendMessage({ name, input });
  if (answer?.value === undefined) throw new Error('The worker refused the stored values.');
  return answer.value ?? {};
}

function announce(keys: string[]): void {
  // A BroadcastChannel does not deliver its own messages.
  for (const watcher of watchers) watcher(keys);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  sharedChannel().postMessage(keys);
}

const watchers = new Set<KeysWatcher>();

/** The number of callbacks of `watchOwnValue`, so that tests can check that none is left. */
export function watcherCount(): number {
  return watchers.size;
}

let channel: BroadcastChannel | undefined;

/** Only contexts of the extension can use it: a content script has the origin of its page. */
function sharedChannel(): BroadcastChannel {
  if (channel !== undefined) return channel;
  channel = new BroadcastChannel('matinee-values');
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (Array.isArray(data)) for (const watcher of watchers) watcher(data);
  });
  return channel;
}

/** Runs one transaction, and returns the results of its requests. */
async function inStore<Value>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Value>[],
): Promise<Value[]> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode, { durability: 'strict' });
    transaction.addEventListener('abort', () => reject(reasonOf(transaction)));
    try {
      const requests = ask(transaction.objectStore(STORE));
      transaction.addEventListener('complete', () => resolve(requests.map(({ result }) => result)));
    } catch (error) {
      // A value could not be cloned; the earlier ones of the transaction are rolled back.
      transaction.abort();
      throw error;
    }
  });
}

/** The shared connection, until the browser closes it or another context deletes or upgrades the database. */
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

function reasonOf({ error }: Readonly<{ error: DOMException | null }>): Error {
  return error ?? new Error('The database failed.');
}
