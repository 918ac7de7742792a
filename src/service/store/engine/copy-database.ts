import { closeSync, openSync, rmSync } from 'node:fs';
import type SQLite from 'libsql';
import { StoreError } from './database';

/** Read and write for the owner, nothing for others. */
const PRIVATE_FILE = 0o600;

/**
 * A whole copy of what is committed, in one file; none where it fails. Fails where the file is there, and
 * where the database is damaged: the copies from before are worth more.
 */
export function copyDatabase(sqlite: SQLite.Database, path: string): void {
  const [problem] = sqlite.prepare('PRAGMA quick_check(1)').raw().all() as unknown as [string][];
  if (problem?.[0] !== 'ok')
    throw new StoreError(`The database is damaged (${problem?.[0] ?? ''}). Keep the last good copy.`, {
      code: 'damaged',
    });
  // SQLite writes into an empty file and leaves its rights as they are.
  closeSync(openSync(path, 'wx', PRIVATE_FILE));
  try {
    sqlite.prepare('VACUUM INTO ?').run(path);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
}
