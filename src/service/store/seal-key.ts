import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecret, type RandomBytes } from '../secrets/secret';
import { createSeal, type Seal } from '../secrets/seal';
import type { Database } from './engine/database';
import { ensureFact } from './facts';

type KeyPlace = Readonly<{
  dataDir: string;
  database?: string | undefined;
  /** The owner's own key (`MATINEE_SECRET_KEY`). */
  secretKey?: string | undefined;
}>;

/**
 * The seal for secrets that must be readable. Its key is the owner's, otherwise a file beside the SQLite
 * database, so that a copy of the database alone reveals nothing. With PostgreSQL, where the tracker may
 * write no file, it is in the database.
 */
export function createStoreSeal(db: Database, place: KeyPlace, random: RandomBytes): () => Promise<Seal> {
  let seal: Promise<Seal> | undefined;
  const open = async () => createSeal(await readKey(db, place, random), random);
  // A failed attempt is retried at the next call.
  return () => (seal ??= open().catch((error: unknown) => ((seal = undefined), Promise.reject(error))));
}

async function readKey(db: Database, { dataDir, database, secretKey }: KeyPlace, random: RandomBytes) {
  if (secretKey !== undefined) return secretKey;
  if (database !== undefined || dataDir === ':memory:')
    return ensureFact(db, 'seal-key', () => createSecret(random));
  return ensureFile(join(dataDir, 'matinee.key'), random);
}

/** The text of the file. The first process that needs it writes it for all. */
function ensureFile(path: string, random: RandomBytes): string {
  const unfinished = `${path}.${String(process.pid)}`;
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
  }
  writeFileSync(unfinished, createSecret(random), { mode: 0o600 });
  try {
    // `linkSync` is atomic and never overwrites the file of another process.
    linkSync(unfinished, path);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(unfinished);
  }
  return readFileSync(path, 'utf8');
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
