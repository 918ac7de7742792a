import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'libsql';
import { migrations } from './migrations';

/** A value of a column or of a parameter. */
export type Value = string | number | null;

/** The operations of SQLite that the store uses. Each statement is prepared once. */
export interface Database {
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type of the row
  one<T>(sql: string, ...values: Value[]): T | undefined;
  all<T>(sql: string, ...values: Value[]): T[];
  /** Returns the id of the inserted row. */
  run(sql: string, ...values: Value[]): number;
  /** Runs `work` as one write transaction: all or nothing. Transactions cannot be nested. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/** The data cannot be used by this version. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code = 'newer-data';
}

/** How long a write waits for another process that writes. */
const BUSY_TIMEOUT_MS = 5000;

const PRAGMAS = [
  'journal_mode = WAL',
  // An update is on the disk before it is acknowledged, so a power failure loses nothing.
  'synchronous = FULL',
  'foreign_keys = ON',
  `busy_timeout = ${String(BUSY_TIMEOUT_MS)}`,
];

/**
 * Opens `matinee.db` in the folder and applies the missing migrations. The folder is created when it is
 * missing; `:memory:` is a database in memory. Throws a `StoreError` when a newer version has written the
 * data.
 */
export function openDatabase(dataDir: string): Database {
  const sqlite = connect(dataDir);
  const database = toDatabase(sqlite);
  migrate(sqlite, database);
  return database;
}

function connect(dataDir: string): SQLite.Database {
  const inMemory = dataDir === ':memory:';
  if (!inMemory) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = inMemory ? dataDir : join(dataDir, 'matinee.db');
  if (!inMemory) makePrivate(path);
  const sqlite = new SQLite(path, { timeout: BUSY_TIMEOUT_MS });
  for (const pragma of PRAGMAS) sqlite.pragma(pragma);
  return sqlite;
}

/**
 * Creates the file when it is missing, and lets only its owner read and write it. SQLite gives the files
 * beside it (`-wal`, `-shm`) the same rights.
 */
function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', PRIVATE_FILE));
  for (const file of [path, `${path}-wal`, `${path}-shm`])
    if (existsSync(file)) chmodSync(file, PRIVATE_FILE);
}

/** Read and write for the owner, nothing for others. */
const PRIVATE_FILE = 0o600;

function toDatabase(sqlite: SQLite.Database): Database {
  const statements = new Map<string, SQLite.Statement<Value[]>>();
  const prepare = (sql: string): SQLite.Statement<Value[]> => {
    const statement = statements.get(sql) ?? sqlite.prepare<Value[]>(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    // `get()` of libsql adds a field `_metadata` to the row; `all()` does not.
    // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the type of the row
    one: <T>(sql: string, ...values: Value[]) => prepare(sql).all(...values)[0] as T | undefined,
    all: <T>(sql: string, ...values: Value[]) => prepare(sql).all(...values) as T[],
    run: (sql, ...values) => Number(prepare(sql).run(...values).lastInsertRowid),
    transaction: (work) => runTransaction(sqlite, work),
    close: () => {
      statements.clear();
      sqlite.close();
    },
  };
}

function runTransaction<T>(sqlite: SQLite.Database, work: () => T): T {
  sqlite.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    sqlite.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(sqlite);
    throw error;
  }
}

/** SQLite has ended the transaction itself after some errors, such as a full disk; the first error counts. */
function rollBack(sqlite: SQLite.Database): void {
  if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
}

function migrate(sqlite: SQLite.Database, database: Database): void {
  database.transaction(() => {
    const version = database.one<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
    if (version > migrations.length)
      throw new StoreError('The data was written by a newer version of Matinee');
    for (const migration of migrations.slice(version)) sqlite.exec(migration);
    sqlite.exec(`PRAGMA user_version = ${String(migrations.length)}`);
  });
}
