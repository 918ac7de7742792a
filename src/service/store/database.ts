import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import SQLite from 'libsql';
import { migrations } from './migrations';

export type Value = string | number | null;

/** The little of SQLite that the store needs. Statements are prepared once. */
export interface Database {
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what its columns are
  one<T>(sql: string, ...values: Value[]): T | undefined;
  all<T>(sql: string, ...values: Value[]): T[];
  /** Returns the id of the inserted row. */
  run(sql: string, ...values: Value[]): number;
  /** All or nothing, and nobody writes in between. */
  transaction<T>(work: () => T): T;
  close(): void;
}

export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code = 'newer-data';
}

/** Opens `matinee.db` in the folder, made when missing, or a database in memory for `:memory:`. Brings it to the newest schema. */
export function openDatabase(dataDir: string): Database {
  if (dataDir !== ':memory:') mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const sqlite = new SQLite(dataDir === ':memory:' ? dataDir : join(dataDir, 'matinee.db'), {
    timeout: 5000,
  });
  // FULL: an update is on the disk before it is acknowledged, also when the power goes.
  for (const pragma of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = ON',
    'busy_timeout = 5000',
  ])
    sqlite.pragma(pragma);
  const statements = new Map<string, SQLite.Statement<Value[]>>();
  const prepare = (sql: string): SQLite.Statement<Value[]> => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = sqlite.prepare<Value[]>(sql);
    statements.set(sql, statement);
    return statement;
  };
  const database: Database = {
    // `get()` of libsql adds a field `_metadata` to the row; `all()` does not.
    // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as above
    one: <T>(sql: string, ...values: Value[]) => prepare(sql).all(...values)[0] as T | undefined,
    all: <T>(sql: string, ...values: Value[]) => prepare(sql).all(...values) as T[],
    run: (sql, ...values) => Number(prepare(sql).run(...values).lastInsertRowid),
    transaction: (work) => {
      sqlite.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        sqlite.exec('COMMIT');
        return result;
      } catch (error) {
        sqlite.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => {
      statements.clear();
      sqlite.close();
    },
  };
  migrate(sqlite, database);
  return database;
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
