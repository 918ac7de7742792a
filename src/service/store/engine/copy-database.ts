import { closeSync, openSync, rmSync } from 'node:fs';
import type SQLite from 'libsql';
import { StoreError } from './database';

/** Read and write for the owner, nothing for others. */
const PRIVATE_FILE = 0o600;

/**
 * Copies all committed data to one file; leaves no file if it fails. Fails if the file exists, and if the
 * database is damaged: older copies are worth more.
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
