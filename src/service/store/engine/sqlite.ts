import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'libsql';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { UnavailableError, type Database, type Queries, type Value } from './database';
import { createWriteGroups } from './write-groups';
import { copyDatabase, migrateSqlite } from './migrate-sqlite';

/** The check runs in a worker thread: reading a gigabyte takes seconds and would block the service. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const SQLite = require(workerData.library);
let problems;
try {
  const sqlite = new SQLite(workerData.path, { readonly: true });
  problems = sqlite.prepare('PRAGMA quick_check(20)').raw().all().map(([text]) => String(text));
  sqlite.close();
} catch (error) {
  problems = [String(error && error.message)];
}
parentPort.postMessage(problems.filter((text) => text !== 'ok'));
`;

/** How long opening the database waits for another process, such as one that copies it. */
const OPEN_TIMEOUT_MS = 5000;

/**
 * Page cache for reads. A page of 500 viewings needs 3 MB; with SQLite's default of 2 MB the rest would be
 * read from the file each time.
 */
const READ_CACHE_KIB = 8000;

const PRAGMAS = [
  'journal_mode = WAL',
  // An update is on the disk before it is acknowledged, so a power failure loses nothing.
  'synchronous = FULL',
  // Deleted data is overwritten in the file.
  'secure_delete = ON',
];

/**
 * Opens `matinee.db` in the folder and applies the missing migrations. The folder is created when it is
 * missing; `:memory:` is a database in memory. Throws a `StoreError` when a newer version has written the
 * data.
 */
export function openSqlite(dataDir: string): Database {
  const isInMemory = dataDir === ':memory:';
  const path = isInMemory ? dataDir : preparePath(dataDir);
  const writer = connect(path);
  migrateSqlite(writer, isInMemory ? undefined : path);
  // Reads see only committed data.
  const reader = isInMemory ? writer : connect(path);
  if (!isInMemory) reader.pragma(`cache_size = ${String(-READ_CACHE_KIB)}`);
  // SQLite would block the thread while another process writes. `write-groups.ts` waits instead.
  writer.pragma('busy_timeout = 0');
  const { queries: written, runNow } = toQueries(writer);
  // In memory, waiting for other requests gains nothing.
  const schedule = (flush: () => void) =>
    void (isInMemory ? Promise.resolve().then(flush) : setImmediate(flush));
  const transaction = groupWrites(writer, written, schedule);
  return {
    ...(isInMemory ? written : toQueries(reader).queries),
    run: (sql, ...values) => transaction(() => runNow(sql, values)),
    schedule,
    transaction,
    personTransaction: (_, work) => transaction(work),
    backup: async (to) => copyDatabase(reader, to),
    async scrub() {
      // Waits until the writer has no open transaction.
      await transaction(() => Promise.resolve());
      if (!isInMemory) writer.pragma('wal_checkpoint(TRUNCATE)');
    },
    integrity: () => findIntegrityProblems(written),
    quickCheck: () => (isInMemory ? Promise.resolve([]) : quickCheck(path)),
    async close() {
      // Waits for open transactions.
      await transaction(() => Promise.resolve()).catch(() => undefined);
      for (const sqlite of new Set([reader, writer])) if (sqlite.open) sqlite.close();
    },
  };
}

function groupWrites(writer: SQLite.Database, written: Queries, schedule: Database['schedule']) {
  return createWriteGroups({
    execute(sql) {
      refuseClosed(writer);
      writer.exec(sql);
    },
    isOpen: () => writer.open && writer.inTransaction,
    tx: { ...written, lock: (sql, ...values) => written.one(sql, ...values) },
    schedule,
  });
}

/** The faults that SQLite finds in its file, indexes included; empty: none. */
export async function findIntegrityProblems(queries: Queries): Promise<string[]> {
  const rows = await queries.all<{ integrity_check: string }>('PRAGMA integrity_check');
  return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok');
}

/** Whether the folder has a database. */
export function hasSqlite(dataDir: string): boolean {
  return existsSync(pathIn(dataDir));
}

export function pathIn(dataDir: string): string {
  return join(dataDir, 'matinee.db');
}

function preparePath(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = pathIn(dataDir);
  makePrivate(path);
  return path;
}

/**
 * Creates the file if it is missing, readable and writable only for its owner. SQLite gives its companion
 * files (`-wal`, `-shm`) the same permissions.
 */
function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', PRIVATE_FILE));
  for (const file of [path, `${path}-wal`, `${path}-shm`])
    if (existsSync(file)) chmodSync(file, PRIVATE_FILE);
}

/** Read and write for the owner, nothing for others. */
export const PRIVATE_FILE = 0o600;

/** Throws if the database is closed: using it would crash the process in libsql. */
function refuseClosed(sqlite: SQLite.Database): void {
  if (!sqlite.open) throw new UnavailableError('SQLite: closed');
}

function connect(path: string): SQLite.Database {
  const sqlite = new SQLite(path, { timeout: OPEN_TIMEOUT_MS });
  for (const pragma of PRAGMAS) sqlite.pragma(pragma);
  return sqlite;
}

/** Maximum number of cached statements, since lists have many lengths. The oldest is dropped. */
const PREPARED = 300;

export function toQueries(sqlite: SQLite.Database) {
  const prepared = <T>(make: (sql: string) => T) => {
    const statements = new Map<string, T>();
    return (sql: string): T => {
      refuseClosed(sqlite);
      const known = statements.get(sql);
      if (known !== undefined) return known;
      const statement = make(sql);
      const [oldest] = statements.size >= PREPARED ? statements.keys() : [];
      if (oldest !== undefined) statements.delete(oldest);
      statements.set(sql, statement);
      return statement;
    };
  };
  const statement = prepared((sql) => sqlite.prepare<[Value[]]>(sql));
  // Reads rows as arrays: libsql takes three times as long for objects, and its `get()` adds `_metadata`.
  const reading = prepared((sql) => {
    const raw = sqlite.prepare<[Value[]]>(sql).raw();
    return { raw, names: raw.columns().map(({ name }) => name) };
  });
  const runNow = (sql: string, values: Value[]): number => attempt(() => statement(sql).run(values)).changes;
  const queries: Queries = {
    engine: 'sqlite',
    // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type of the row
    all: async <T>(sql: string, ...values: Value[]) => {
      const { raw, names } = reading(sql);
      const rows = attempt(() => raw.all(values)) as unknown as Value[][];
      return rows.map((row) => toObject(names, row)) as T[];
    },
    // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type of the row
    one: async <T>(sql: string, ...values: Value[]) => {
      const { raw, names } = reading(sql);
      const row = attempt(() => raw.get(values)) as Value[] | undefined;
      return row && (toObject(names, row) as T);
    },
    run: async (sql, ...values) => runNow(sql, values),
  };
  return { queries, runNow };
}

function toObject(names: string[], row: Value[]): Record<string, Value> {
  const named: Record<string, Value> = {};
  for (let index = 0; index < names.length; index += 1) named[names[index] ?? ''] = row[index] ?? null;
  return named;
}

/** Turns errors of the disk and of locks into an `UnavailableError`: the same request can succeed later. */
function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (/^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN)/.test(code))
      throw new UnavailableError(`SQLite: ${code}`, { cause: error });
    throw error;
  }
}

/** The faults that SQLite finds in the file, without comparing indexes; empty: none. */
function quickCheck(path: string): Promise<string[]> {
  const library = createRequire(import.meta.url).resolve('libsql');
  const worker = new Worker(PROGRAM, { eval: true, workerData: { library, path } });
  worker.unref();
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => resolve([]));
  });
}
