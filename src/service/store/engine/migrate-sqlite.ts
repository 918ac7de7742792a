import { rmSync } from 'node:fs';
import type SQLite from 'libsql';
import { copyDatabase } from './copy-database';
import { StoreError } from './database';
import { moveVersion01 } from './move-version-0-1';
import { schema } from './schema';
import { version01 } from './version-0-1';

/** What `user_version` is when nothing is missing. */
export const latestVersion = version01.length + schema.length;

/**
 * Applies what is missing. `user_version` counts the migrations of version 0.1, then those of `schema`.
 * `path` is the file, of which a copy is made before; `undefined`: in memory.
 */
export function migrateSqlite(sqlite: SQLite.Database, path: string | undefined): void {
  const latest = latestVersion;
  const before = versionOf(sqlite);
  if (before > latest) throw new StoreError('The data was written by a newer version of Matinee');
  if (before === latest) return;
  if (before > 0 && path !== undefined) {
    const copy = `${path}.before-${String(latest)}`;
    // Of an attempt that was interrupted.
    rmSync(copy, { force: true });
    copyDatabase(sqlite, copy);
  }
  sqlite.exec('BEGIN IMMEDIATE');
  try {
    // Another process may have been faster.
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
  const isOld = version > 0 && version <= version01.length;
  if (isOld) for (const migration of version01.slice(version)) sqlite.exec(migration);
  if (isOld) sqlite.exec(moveVersion01.away);
  for (const migration of schema.slice(Math.max(0, version - version01.length))) sqlite.exec(migration);
  if (isOld) sqlite.exec(moveVersion01.into);
}
