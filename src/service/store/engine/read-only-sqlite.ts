import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import SQLite from 'libsql';
import { UnavailableError, type Database } from './database';
import { latestVersion, versionOf } from './migrate-sqlite';
import { findIntegrityProblems, openSqlite, pathIn, PRIVATE_FILE, toQueries } from './sqlite';

/** Whether a database exists, but it or its folder is read-only: SQLite must be able to write to both. */
export function isReadOnly(dataDir: string): boolean {
  const path = pathIn(dataDir);
  try {
    for (const place of [path, dirname(path)]) accessSync(place, constants.W_OK);
    return false;
  } catch {
    return existsSync(path);
  }
}

/**
 * Opens a read-only database, such as a copy on a read-only disk. SQLite then reads the file and writes
 * nothing (`immutable`). If changes are still in the WAL file, or the schema is older, opens a temporary copy
 * instead, which `close` deletes.
 */
export function openReadOnlySqlite(dataDir: string): Database {
  const path = pathIn(dataDir);
  if (existsSync(`${path}-wal`)) return openCopy(path);
  const sqlite = new SQLite(`${pathToFileURL(path).href}?immutable=1`);
  if (versionOf(sqlite) !== latestVersion) {
    sqlite.close();
    return openCopy(path);
  }
  const { queries } = toQueries(sqlite);
  const refuse = () => Promise.reject(new UnavailableError('SQLite: the database can only be read'));
  return {
    ...queries,
    schedule: (flush) => void setImmediate(flush),
    run: refuse,
    transaction: refuse,
    personTransaction: refuse,
    backup: refuse,
    integrity: () => findIntegrityProblems(queries),
    quickCheck: () => findIntegrityProblems(queries),
    close: async () => void sqlite.close(),
  };
}

function openCopy(path: string): Database {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-copy-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const before = changesOf(path);
    for (const ending of ['', '-wal']) {
      if (!existsSync(path + ending)) continue;
      copyFileSync(path + ending, pathIn(folder) + ending);
      // The copy has its source's permissions, which may be read-only.
      chmodSync(pathIn(folder) + ending, PRIVATE_FILE);
    }
    if (changesOf(path) !== before) throw new UnavailableError(`${path} was changed while it was read`);
    const database = openSqlite(folder);
    return { ...database, close: () => database.close().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The times and sizes of the files, to detect a change while they are copied. */
function changesOf(path: string): string {
  const files = [path, `${path}-wal`].filter((file) => existsSync(file));
  return files.map((file) => `${String(statSync(file).mtimeMs)} ${String(statSync(file).size)}`).join(' ');
}
