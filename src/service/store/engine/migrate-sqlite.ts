import { rmSync, closeSync, openSync } from 'node:fs';
import type SQLite from 'libsql';
import { StoreError } from './database';
import { schema } from './schema';

/** `user_version` of the last format before the first release. `schema` continues from here. */
const LAST_UNRELEASED = 5;

/** `user_version` of a database that has all steps of `schema`. */
export const latestVersion = LAST_UNRELEASED + schema.length;

/**
 * Applies the missing steps of `schema`, after a copy of the file `path`. `undefined`: the database is in
 * memory.
 */
export function migrateSqlite(sqlite: SQLite.Database, path: string | undefined): void {
  const latest = latestVersion;
  const before = versionOf(sqlite);
  if (before > latest) throw new StoreError('The data was written by a newer version of Matinee');
  if (before > 0 && before <= LAST_UNRELEASED)
    throw new StoreError('The data was written before the first release of Matinee, and cannot be read');
  if (before === latest) return;
  if (before > 0 && path !== undefined) {
    const copy = `${path}.before-${String(latest)}`;
    // An interrupted attempt may have left a copy.
    rmSync(copy, { force: true });
    copyDatabase(sqlite, copy);
  }
  sqlite.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have migrated meanwhile, so the version is read again.
    applyMissing(sqlite, versionOf(sqlite));
    sqlite.exec(`PRAGMA user_version = ${String(latest)}`);
    sqlite.exec('COMMIT');
  } catch (error) {
    if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
    throw error;
  }
}

export function versionOf(sqlite: SQLite.Database): number {
  const [row] = sqlite.prepare('PRAGMA user_version').all() as { user_version: number }[];
  return row?.user_version ?? 0;
}

/**
 * Copies all committed data to a new file. Fails if the file exists, or if the database is damaged, because
 * older copies are then worth more. Leaves no file if it fails.
 */
export function copyDatabase(sqlite: SQLite.Database, path: string): void {
  const [problem] = sqlite.prepare('PRAGMA quick_check(1)').raw().all() as unknown as [string][];
  if (problem?.[0] !== 'ok')
    throw new StoreError(`The database is damaged (${problem?.[0] ?? ''}). Keep the last good copy.`, {
      code: 'damaged',
    });
  // SQLite writes into an existing empty file and keeps its permissions.
  closeSync(openSync(path, 'wx', PRIVATE_FILE));
  try {
    sqlite.prepare('VACUUM INTO ?').run(path);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
}

function applyMissing(sqlite: SQLite.Database, version: number): void {
  for (const step of schema.slice(Math.max(0, version - LAST_UNRELEASED))) sqlite.exec(step);
}

/** Read and write for the owner, nothing for others. */
const PRIVATE_FILE = 0o600;
