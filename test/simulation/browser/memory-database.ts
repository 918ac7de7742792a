import { cloneData } from '../kernel/clone';
import type { Scheduler } from '../kernel/scheduler';
import type { WorkerLife } from './worker-life';

/**
 * The part of `idb` that the extension uses, over records in memory: transactions wait for each other as in
 * IndexedDB, commit when nothing is asked any more, and are undone as a whole when the worker ends, the disk
 * is full or they are aborted.
 */

type Key = string | number;

interface StoreRecords {
  readonly keyPath: string | undefined;
  readonly autoIncrement: boolean;
  nextKey: number;
  readonly indexes: Map<string, string | string[]>;
  readonly rows: Map<Key, unknown>;
}

export interface StoredDatabase {
  version: number;
  readonly stores: Map<string, StoreRecords>;
}

/** What of the disk the database uses; it outlives every worker. */
export interface DatabaseDisk {
  readonly databases: Map<string, StoredDatabase>;
  /** Write transactions that fail from now on because the disk is full. */
  failingCommits: number;
  /** Called when one of them fails. */
  onFailure: () => void;
  /** Commits that are not yet on the disk itself, newest last: a power cut undoes them. */
  readonly volatile: { readonly at: number; readonly file: string; readonly undo: () => void }[];
}

export function createDatabaseDisk(): DatabaseDisk {
  return { databases: new Map(), failingCommits: 0, onFailure: () => undefined, volatile: [] };
}

interface Transaction {
  readonly names: readonly string[];
  readonly isWrite: boolean;
  readonly strict: boolean;
  readonly undo: (() => void)[];
  readonly waiting: (() => void)[];
  pending: number;
  state: 'waiting' | 'active' | 'finished';
  /** Called when it has committed, or with the error for which it was undone. */
  readonly settled: ((error?: Error) => void)[];
}

/** One connection of one life of the worker, below `idb` and `indexedDB`. */
export interface Connection {
  readonly stored: StoredDatabase;
  readonly begin: (
    names: readonly string[],
    mode: string,
    options?: { readonly durability?: string },
  ) => Transaction;
  /** One step of a transaction, at which the life may end; false when it has ended. */
  readonly reaches: (transaction: Transaction) => boolean;
  /** Runs the work in a task of its own when it is the turn of the transaction. */
  readonly request: (transaction: Transaction, work: () => void, fail: (error: unknown) => void) => void;
  readonly abort: (transaction: Transaction, error: Error) => void;
  readonly close: () => void;
}

interface Options {
  readonly disk: DatabaseDisk;
  readonly scheduler: Scheduler;
  readonly life: WorkerLife;
}

/** `idb` for one life of the worker. */
export function createMemoryIdb({ disk, scheduler, life }: Options) {
  const soon = (run: () => void) => scheduler.after(0, () => life.alive && run());
  const openConnection = (name: string, version?: number, callbacks: OpenCallbacks = {}) =>
    new Promise<Connection>((resolve, reject) => {
      soon(() => {
        life.touch();
        void open(name, version, callbacks).then(resolve, reject);
      });
    });
  return {
    openConnection,
    openDB: async (name: string, version?: number, callbacks?: OpenCallbacks) =>
      promisedDatabase(await openConnection(name, version, callbacks)),
    deleteDB: async (name: string) => void disk.databases.delete(name),
    unwrap: (value: unknown) => value,
    wrap: (value: unknown) => value,
  };

  async function open(name: string, version = 1, { upgrade }: OpenCallbacks): Promise<Connection> {
    const stored = disk.databases.get(name) ?? { version: 0, stores: new Map<string, StoreRecords>() };
    if (stored.version > version) throw new DOMException('a newer version exists', 'VersionError');
    if (stored.version < version) {
      const facade = upgradeFacade(stored);
      await upgrade?.(facade, stored.version, version, { objectStore: facade.objectStore }, {});
      stored.version = version;
    }
    disk.databases.set(name, stored);
    return connect(stored, { disk, scheduler, life, soon });
  }
}

interface OpenCallbacks {
  readonly upgrade?: (
    database: object,
    before: number,
    after: number,
    transaction: object,
    event: object,
  ) => unknown;
}

function upgradeFacade(stored: StoredDatabase) {
  const indexFacade = (records: StoreRecords) => ({
    createIndex: (name: string, path: string | string[]) => void records.indexes.set(name, path),
    deleteIndex: (name: string) => void records.indexes.delete(name),
    indexNames: { contains: (name: string) => records.indexes.has(name) },
    put: async (value: unknown, key?: Key) => insertRow(records, value, key, []),
    getAll: async () => Array.from(records.rows.values(), cloneData),
  });
  return {
    objectStoreNames: [...stored.stores.keys()],
    deleteObjectStore: (name: string) => void stored.stores.delete(name),
    createObjectStore(name: string, options: { keyPath?: string; autoIncrement?: boolean } = {}) {
      const { keyPath, autoIncrement = false } = options;
      const records: StoreRecords = {
        keyPath,
        autoIncrement,
        nextKey: 1,
        indexes: new Map(),
        rows: new Map(),
      };
      stored.stores.set(name, records);
      return indexFacade(records);
    },
    objectStore: (name: string) => indexFacade(recordsOf(stored, name)),
  };
}

export function recordsOf(stored: StoredDatabase, name: string): StoreRecords {
  const records = stored.stores.get(name);
  if (records === undefined) throw new DOMException(`no object store ${name}`, 'NotFoundError');
  return records;
}

interface ConnectOptions extends Options {
  readonly soon: (run: () => void) => void;
}

function connect(stored: StoredDatabase, { disk, scheduler, life, soon }: ConnectOptions): Connection {
  let open: Transaction[] = [];
  let isClosed = false;
  life.onEnd(() => {
    for (const transaction of open.toReversed())
      if (transaction.state === 'active') for (const undo of transaction.undo.toReversed()) undo();
    open = [];
  });

  function begin(names: readonly string[], mode: string, options: { durability?: string } = {}): Transaction {
    if (isClosed) throw new DOMException('the connection is closing', 'InvalidStateError');
    const transaction: Transaction = {
      names,
      isWrite: mode === 'readwrite',
      strict: options.durability === 'strict',
      undo: [],
      waiting: [],
      pending: 0,
      state: 'waiting',
      settled: [],
    };
    open.push(transaction);
    startReady();
    return transaction;
  }

  function startReady(): void {
    for (const [index, one] of open.entries()) {
      if (one.state !== 'waiting' || isBlocked(open, index)) continue;
      one.state = 'active';
      for (const run of one.waiting.splice(0)) run();
      // Without a request a transaction commits as well.
      if (one.pending === 0) scheduler.whenDone(() => life.alive && finishIfIdle(one));
    }
  }

  function reaches(transaction: Transaction): boolean {
    if (!life.alive) return false;
    life.touch();
    if (transaction.state === 'finished')
      throw new DOMException('the transaction has finished', 'TransactionInactiveError');
    return !life.reaches('database');
  }

  function request(transaction: Transaction, work: () => void, fail: (error: unknown) => void): void {
    transaction.pending++;
    const run = () =>
      soon(() => {
        try {
          work();
        } catch (error) {
          fail(error);
        }
        transaction.pending--;
        if (transaction.pending === 0) scheduler.whenDone(() => life.alive && finishIfIdle(transaction));
      });
    if (transaction.state === 'active') run();
    else transaction.waiting.push(run);
  }

  function finishIfIdle(transaction: Transaction): void {
    if (transaction.state !== 'active' || transaction.pending > 0) return;
    if (transaction.isWrite && transaction.undo.length > 0) {
      if (life.reaches('commit')) return;
      if (disk.failingCommits > 0) {
        disk.failingCommits--;
        disk.onFailure();
        abort(transaction, new DOMException('the disk is full', 'QuotaExceededError'));
        return;
      }
      const { undo } = transaction;
      if (transaction.strict) flushDatabase(disk);
      else
        disk.volatile.push({
          at: scheduler.now(),
          file: DATABASE_FILE,
          undo: () => undo.toReversed().forEach((revert) => revert()),
        });
    }
    finish(transaction);
    for (const settled of transaction.settled) settled();
  }

  function abort(transaction: Transaction, error: Error): void {
    if (transaction.state === 'finished') return;
    for (const undo of transaction.undo.toReversed()) undo();
    finish(transaction);
    for (const settled of transaction.settled) settled(error);
  }

  function finish(transaction: Transaction): void {
    transaction.state = 'finished';
    open.splice(open.indexOf(transaction), 1);
    startReady();
  }

  return { stored, begin, reaches, request, abort, close: () => void (isClosed = true) };
}

/** A connection as `openDB` of `idb` returns it. */
function promisedDatabase(connection: Connection): object {
  const { stored, begin, abort, close } = connection;
  const runner: Runner = {
    run: (transaction, work) =>
      new Promise((resolve, reject) => {
        if (connection.reaches(transaction)) connection.request(transaction, () => resolve(work()), reject);
      }),
  };
  const storeFacade = (transaction: Transaction, name: string) =>
    new TransactionStore(runner, transaction, recordsOf(stored, name));

  const transaction = (names: string | readonly string[], mode = 'readonly', options = {}) => {
    const list = [names].flat();
    const begun = begin(list, mode, options);
    const done = doneOf(begun);
    const facade = {
      done,
      objectStore: (name: string) => storeFacade(begun, name),
      store: list.length === 1 ? storeFacade(begun, list[0] as string) : undefined,
      abort: () => abort(begun, new DOMException('aborted', 'AbortError')),
      commit: () => undefined,
    };
    return facade;
  };
  const once =
    (mode: string, method: string) =>
    async (name: string, ...values: readonly unknown[]): Promise<unknown> => {
      const begun = begin([name], mode);
      const done = mode === 'readwrite' ? doneOf(begun) : undefined;
      const facade = storeFacade(begun, name) as unknown as Record<
        string,
        (...values: readonly unknown[]) => Promise<unknown>
      >;
      const result: unknown = await facade[method]?.(...values);
      await done;
      return result;
    };
  const fromIndex =
    (method: string) =>
    async (name: string, indexName: string, ...values: readonly unknown[]): Promise<unknown> => {
      const facade = storeFacade(begin([name], 'readonly'), name).index(indexName) as unknown as Record<
        string,
        (...values: readonly unknown[]) => Promise<unknown>
      >;
      return facade[method]?.(...values);
    };
  return {
    transaction,
    get: once('readonly', 'get'),
    getKey: once('readonly', 'getKey'),
    getAll: once('readonly', 'getAll'),
    getAllKeys: once('readonly', 'getAllKeys'),
    count: once('readonly', 'count'),
    put: once('readwrite', 'put'),
    add: once('readwrite', 'add'),
    delete: once('readwrite', 'delete'),
    clear: once('readwrite', 'clear'),
    getFromIndex: fromIndex('get'),
    getAllFromIndex: fromIndex('getAll'),
    getAllKeysFromIndex: fromIndex('getAllKeys'),
    countFromIndex: fromIndex('count'),
    close,
    addEventListener: () => undefined,
    objectStoreNames: { contains: (name: string) => stored.stores.has(name) },
  };
}

function doneOf({ settled }: Transaction): Promise<void> {
  const done = new Promise<void>((resolve, reject) =>
    settled.push((error) => (error === undefined ? resolve() : reject(error))),
  );
  done.catch(() => undefined);
  return done;
}

const DATABASE_FILE = 'database';

/** A strict commit flushes the log of the database, and with it everything that was committed before. */
function flushDatabase({ volatile }: DatabaseDisk): void {
  const others = volatile.filter(({ file }) => file !== DATABASE_FILE);
  volatile.splice(0, volatile.length, ...others);
}

/** Runs one request inside a transaction. */
export interface Runner {
  readonly run: <T>(transaction: Transaction, work: () => T) => Promise<T>;
}

/** Reads the records of a store in the order of its keys, or of an index. */
class RecordReader {
  constructor(
    protected readonly runner: Runner,
    protected readonly transaction: Transaction,
    protected readonly records: StoreRecords,
    private readonly path?: string | string[],
  ) {}

  protected ask<T>(work: () => T): Promise<T> {
    return this.runner.run(this.transaction, work);
  }
  private rows(query?: unknown, count?: number): readonly Row[] {
    return select(sortedRows(this.records, this.path), query, count);
  }
  get(query: unknown): Promise<unknown> {
    return this.ask(() =>
      this.path === undefined && !isRange(query)
        ? cloneData(this.records.rows.get(query as Key))
        : cloneData(this.rows(query)[0]?.value),
    );
  }
  getKey(query: unknown): Promise<unknown> {
    return this.ask(() => this.rows(query)[0]?.primary);
  }
  getAll(query?: unknown, count?: number): Promise<unknown> {
    return this.ask(() => this.rows(query, count).map(({ value }) => cloneData(value)));
  }
  getAllKeys(query?: unknown, count?: number): Promise<unknown> {
    return this.ask(() => this.rows(query, count).map(({ primary }) => primary));
  }
  count(query?: unknown): Promise<unknown> {
    return this.ask(() => this.rows(query).length);
  }
  openKeyCursor(query?: unknown, direction = 'next'): Promise<unknown> {
    return this.openCursor(query, direction);
  }
  openCursor(query?: unknown, direction = 'next'): Promise<unknown> {
    const { records, transaction } = this;
    const at = (index: number, all: readonly Row[]): unknown => {
      const row = all[index];
      if (row === undefined) return null;
      const { primary, key } = row;
      return {
        key,
        primaryKey: primary,
        value: cloneData(row.value),
        continue: () => this.ask(() => at(index + 1, all)),
        advance: (count: number) => this.ask(() => at(index + count, all)),
        delete: () => this.ask(() => deleteRow(records, primary, transaction.undo)),
        update: (value: unknown) =>
          this.ask(() => insertRow(records, cloneData(value), primary, transaction.undo)),
      };
    };
    return this.ask(() => {
      const found = this.rows(query);
      return at(0, direction.startsWith('prev') ? found.toReversed() : found);
    });
  }
  [Symbol.asyncIterator](): AsyncGenerator {
    return iterate(() => this.openCursor());
  }
}

export class TransactionStore extends RecordReader {
  readonly indexNames = { contains: (name: string) => this.records.indexes.has(name) };

  put(value: unknown, key?: Key): Promise<unknown> {
    const copy = cloneData(value);
    return this.ask(() => insertRow(this.records, copy, key, this.transaction.undo));
  }
  add(value: unknown, key?: Key): Promise<unknown> {
    return this.put(value, key);
  }
  delete(query: unknown): Promise<unknown> {
    const { records, transaction } = this;
    return this.ask(() => {
      const keys = isRange(query)
        ? select(sortedRows(records, undefined), query).map(({ primary }) => primary)
        : [query as Key];
      for (const key of keys) deleteRow(records, key, transaction.undo);
    });
  }
  clear(): Promise<unknown> {
    const { records, transaction } = this;
    return this.ask(() => {
      const keys = Array.from(records.rows.keys());
      for (const key of keys) deleteRow(records, key, transaction.undo);
    });
  }
  index(name: string): RecordReader {
    const path = this.records.indexes.get(name) ?? name;
    return new RecordReader(this.runner, this.transaction, this.records, path);
  }
}

async function* iterate(open: () => Promise<unknown>): AsyncGenerator {
  let cursor = (await open()) as { continue: () => Promise<unknown> } | null;
  while (cursor !== null) {
    yield cursor;
    cursor = (await cursor.continue()) as typeof cursor;
  }
}

function isBlocked(open: readonly Transaction[], index: number): boolean {
  const one = open[index] as Transaction;
  for (let earlier = 0; earlier < index; earlier++)
    if (blocks(open[earlier] as Transaction, one)) return true;
  return false;
}

function blocks(before: Transaction, one: Transaction): boolean {
  if (before.state === 'finished' || (!before.isWrite && !one.isWrite)) return false;
  return before.names.some((name) => one.names.includes(name));
}

interface Row {
  readonly key: unknown;
  readonly primary: Key;
  readonly value: unknown;
}

function insertRow(records: StoreRecords, value: unknown, given: Key | undefined, undo: (() => void)[]): Key {
  const { rows, keyPath } = records;
  const path = keyPath === undefined ? undefined : ((value as Record<string, unknown>)[keyPath] as Key);
  const key = path ?? given ?? records.nextKey;
  if (records.autoIncrement && typeof key === 'number') {
    records.nextKey = Math.max(records.nextKey, key + 1);
    if (keyPath !== undefined) (value as Record<string, unknown>)[keyPath] = key;
  }
  const before = rows.get(key);
  const existed = rows.has(key);
  rows.set(key, value);
  undo.push(() => {
    if (existed) rows.set(key, before);
    else rows.delete(key);
  });
  return key;
}

function deleteRow({ rows }: StoreRecords, key: Key, undo: (() => void)[]): void {
  const before = rows.get(key);
  if (!rows.delete(key)) return;
  undo.push(() => rows.set(key, before));
}

function sortedRows({ rows }: StoreRecords, path: string | string[] | undefined): readonly Row[] {
  const all: Row[] = [];
  for (const [primary, value] of rows) {
    const key = path === undefined ? primary : keyAt(value, path);
    if (key !== undefined) all.push({ key, primary, value });
  }
  return all.sort((a, b) => compare(a.key, b.key) || compare(a.primary, b.primary));
}

function keyAt(value: unknown, path: string | string[]): unknown {
  if (Array.isArray(path)) {
    const keys = path.map((one) => keyAt(value, one));
    return keys.includes(undefined) ? undefined : keys;
  }
  const key = path
    .split('.')
    .reduce<unknown>((from, name) => (from as Record<string, unknown> | undefined)?.[name], value);
  return typeof key === 'string' || typeof key === 'number' || Array.isArray(key) ? key : undefined;
}

/** The order of IndexedDB: numbers, then texts, then arrays. */
function compare(a: unknown, b: unknown): number {
  const rank = (key: unknown) => (typeof key === 'number' ? 0 : typeof key === 'string' ? 1 : 2);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let index = 0; index < Math.min(a.length, b.length); index++) {
      const order = compare(a[index], b[index]);
      if (order !== 0) return order;
    }
    return a.length - b.length;
  }
  return (a as Key) < (b as Key) ? -1 : Number((a as Key) > (b as Key));
}

/** A range of keys as `IDBKeyRange` makes it. */
interface MemoryRange {
  readonly lower: unknown;
  readonly upper: unknown;
  readonly lowerOpen: boolean;
  readonly upperOpen: boolean;
}

export const memoryKeyRange = {
  only: (key: unknown): MemoryRange => ({ lower: key, upper: key, lowerOpen: false, upperOpen: false }),
  lowerBound: (lower: unknown, lowerOpen = false): MemoryRange => ({
    lower,
    upper: undefined,
    lowerOpen,
    upperOpen: false,
  }),
  upperBound: (upper: unknown, upperOpen = false): MemoryRange => ({
    lower: undefined,
    upper,
    lowerOpen: false,
    upperOpen,
  }),
  bound: (lower: unknown, upper: unknown, lowerOpen = false, upperOpen = false): MemoryRange => ({
    lower,
    upper,
    lowerOpen,
    upperOpen,
  }),
};

function select(rows: readonly Row[], query: unknown, count = Infinity): readonly Row[] {
  if (query === undefined || query === null) return count === Infinity ? rows : rows.slice(0, count);
  const range = isRange(query) ? query : memoryKeyRange.only(query);
  const found = rows.filter(({ key }) => isWithin(key, range));
  return count === Infinity ? found : found.slice(0, count);
}

function isRange(query: unknown): query is MemoryRange {
  return typeof query === 'object' && query !== null && 'lowerOpen' in query;
}

function isWithin(key: unknown, { lower, upper, lowerOpen, upperOpen }: MemoryRange): boolean {
  if (lower !== undefined && compare(key, lower) < (lowerOpen ? 1 : 0)) return false;
  return upper === undefined || compare(key, upper) <= (upperOpen ? -1 : 0);
}
