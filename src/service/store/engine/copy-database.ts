import { closeSync, openSync, rmSync } from 'node:fs';
import type SQLite from 'libsql';

/** Read and write for the owner, nothing for others. */
const PRIVATE_FILE = 0o600;

/** A whole copy of what is committed, in one file; none where it fails. Fails where the file is there. */
export function copyDatabase(sqlite: SQLite.Database, path: string): void {
  // SQLite writes into an empty file and leaves its rights as they are.
  closeSync(openSync(path, 'wx', PRIVATE_FILE));
  try {
    sqlite.prepare('VACUUM INTO ?').run(path);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
}
