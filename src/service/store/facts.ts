import type { Database } from './engine/database';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSeal, createSecret, createUserCode, type RandomBytes, type Seal } from '../secrets/secret';

/** The stored value with this name. The first process that needs it creates it for all. */
export async function ensureFact(db: Database, name: string, create: () => string): Promise<string> {
  return db.transaction(async (tx) => {
    await tx.run(
      'INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING',
      name,
      create(),
    );
    const row = await tx.one<{ value: string }>('SELECT value FROM facts WHERE name = ?', name);
    if (row === undefined) throw new Error('a row that was just written is missing');
    return row.value;
  });
}

type KeyPlace = Readonly<{
  dataDir: string;
  database?: string | undefined;
  /** The owner's own key (`MATINEE_SECRET_KEY`). */
  secretKey?: string | undefined;
}>;

/**
 * The seal that encrypts secrets which the tracker must read again, such as tokens of other trackers. Its
 * key:
 * - the owner's own key, if there is one;
 * - with SQLite, a file beside the database, so that a copy of the database alone reveals nothing;
 * - with PostgreSQL, a row of the database, because the tracker may have no folder that it can write to.
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

/** The text of the file. The first process that needs the file writes it for all. */
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

const SET_UP_CODE = 'set-up-code';

/**
 * The code that the first visit asks for, until the owner has an account. It is stored in plain text, so that
 * all processes show the same code; only the operator can read the database.
 */
export function createSetUpCode(db: Database, { random }: { random: RandomBytes }) {
  return {
    /** The code; created when it is missing. */
    ensure: (): Promise<string> => ensureFact(db, SET_UP_CODE, () => createUserCode(random)),

    /** Deletes the code: the owner has an account. */
    async remove(): Promise<void> {
      await db.run('DELETE FROM facts WHERE name = ?', SET_UP_CODE);
    },
  };
}

export type FilmDatabaseToken = ReturnType<typeof createFilmDatabaseToken>;

const FILM_DATABASE_TOKEN = 'film-database-token';

/**
 * The owner's token for the film database. It is stored in plain text, because requests to the film database
 * contain it; no page shows it.
 */
export function createFilmDatabaseToken(db: Database) {
  return {
    read: async (): Promise<string | undefined> =>
      (await db.one<{ value: string }>('SELECT value FROM facts WHERE name = ?', FILM_DATABASE_TOKEN))?.value,

    async write(token: string): Promise<void> {
      await db.run(
        `INSERT INTO facts (name, value) VALUES (?, ?)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
        FILM_DATABASE_TOKEN,
        token,
      );
    },

    async remove(): Promise<void> {
      await db.run('DELETE FROM facts WHERE name = ?', FILM_DATABASE_TOKEN);
    },
  };
}

export type SourceSwitches = ReturnType<typeof createSourceSwitches>;

const SOURCES_OFF = 'sources-off';

/** The names of the title sources that the owner has turned off. */
export function createSourceSwitches(db: Database) {
  const read = async (): Promise<string[]> => {
    const row = await db.one<{ value: string }>('SELECT value FROM facts WHERE name = ?', SOURCES_OFF);
    return row === undefined || row.value === '' ? [] : row.value.split(' ');
  };
  return {
    off: read,

    async turn(source: string, isOn: boolean): Promise<void> {
      const others = (await read()).filter((one) => one !== source);
      const value = (isOn ? others : [...others, source]).join(' ');
      await db.run(
        `INSERT INTO facts (name, value) VALUES (?, ?)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
        SOURCES_OFF,
        value,
      );
    },
  };
}
