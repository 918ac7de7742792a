import { rmSync } from 'node:fs';
import type SQLite from 'libsql';
import { copyDatabase } from './copy-database';
import { StoreError } from './database';
import { schema } from './schema';

/** `user_version` of the last format before the first release. `schema` continues from here. */
const LAST_UNRELEASED = 5;

/** What `user_version` is when nothing is missing. */
export const latestVersion = LAST_UNRELEASED + schema.length;

/**
 * Applies the steps of `schema` that are missing. `path` is the file, of which a copy is made before;
 * `undefined`: in memory.
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
    // Left by an interrupted attempt.
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

function applyMissing(sqlite: SQLite.Database, version: number): void {
  for (const step of schema.slice(Math.max(0, version - LAST_UNRELEASED))) sqlite.exec(step);
}
