import { hashSecret } from '../secrets/secret';
import type { Database, Queries } from './engine/database';
import { Buffer } from 'node:buffer';
import { inList } from './engine/rows';

export type Titles = ReturnType<typeof createTitles>;

/** A stored answer of the film database. */
export type StoredTitle = Readonly<{
  /** `undefined`: the film database has found nothing. */
  body: unknown;
  /** Milliseconds since 1970. */
  fetchedAt: number;
}>;

/**
 * Every answer is deleted after 180 days, because the terms of the film database allow keeping its data for
 * six months. An answer that has found nothing is deleted after 1 day.
 */
const LONGEST_MS = 180 * 24 * 3600_000;
const UNKNOWN_MS = 24 * 3600_000;

/** Prefix of a hashed key. */
const HASHED = 'sha256:';
const keyOf = (key: string) => HASHED + hashSecret(key);

/** Milliseconds between two deletions. */
const TIDY_INTERVAL_MS = 3600_000;

/**
 * The answers of the film database, shared by all people. Keys are those of `catalogue/tmdb/inquiry.ts`. They
 * are stored as hashes, because some contain the words that a person has typed.
 */
export function createTitles(db: Database, { now }: { now: () => number }) {
  let tidiedAt = Number.NEGATIVE_INFINITY;
  const tidy = async (tx: Queries) => {
    if (Math.abs(now() - tidiedAt) < TIDY_INTERVAL_MS) return;
    tidiedAt = now();
    await tx.run('DELETE FROM titles WHERE fetched_at < ?', now() - LONGEST_MS);
    // Earlier versions stored keys in plain text.
    await tx.run(`DELETE FROM titles WHERE key NOT LIKE '${HASHED}%'`);
    await tx.run('DELETE FROM titles WHERE body IS NULL AND fetched_at < ?', now() - UNKNOWN_MS);
  };
  return {
    async read(key: string): Promise<StoredTitle | undefined> {
      const row = await db.one<{ body: string | null; fetchedAt: number }>(
        'SELECT body, fetched_at AS "fetchedAt" FROM titles WHERE key = ?',
        keyOf(key),
      );
      if (row === undefined) return undefined;
      const body: unknown = row.body === null ? undefined : JSON.parse(row.body);
      return { body, fetchedAt: row.fetchedAt };
    },

    /** Stores all of these answers or none. `undefined`: the film database has found nothing. */
    async write(entries: Readonly<Record<string, unknown>>): Promise<void> {
      await db.transaction(async (tx) => {
        await tidy(tx);
        // Sorted, so that two transactions cannot deadlock.
        for (const [key, body] of Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)))
          await tx.run(
            `INSERT INTO titles (key, body, fetched_at) VALUES (?, ?, ?)
             ON CONFLICT (key) DO UPDATE SET body = excluded.body, fetched_at = excluded.fetched_at`,
            keyOf(key),
            body === undefined ? null : JSON.stringify(body),
            now(),
          );
      });
    },
  };
}

export type Posters = ReturnType<typeof createPosters>;

export type StoredPicture = Readonly<{
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}>;

/** Maximum stored pictures: about 200 MB. The oldest are deleted. */
const PICTURE_LIMIT = 15_000;

/** The path of each work's poster, and the pictures that were shown. `work`: `movie/348` or `tv/1396`. */
export function createPosters(db: Database, { now }: { now: () => number }) {
  return {
    ...pathQueries(db),

    /** Stores the paths of posters by work; `''`: the work has no poster. */
    async setPaths(paths: ReadonlyMap<string, string>): Promise<void> {
      await db.transaction(async (tx) => {
        // Sorted, so that two transactions cannot deadlock.
        for (const [work, path] of [...paths].sort(([a], [b]) => (a < b ? -1 : 1)))
          await tx.run(
            `INSERT INTO posters (work, path) VALUES (?, ?)
             ON CONFLICT (work) DO UPDATE SET path = excluded.path`,
            work,
            path,
          );
      });
    },

    ...pictures(db, now),
  };
}

function pathQueries(db: Database) {
  return {
    /** The path of a poster. `''`: the work has none. `undefined`: it is not known. */
    async path(work: string): Promise<string | undefined> {
      return (await db.one<{ path: string }>('SELECT path FROM posters WHERE work = ?', work))?.path;
    },

    /** The works with a known path, including works that are known to have no poster. */
    async known(works: string[]): Promise<ReadonlySet<string>> {
      const { sql, values } = inList(works);
      const rows = await db.all<{ work: string }>(`SELECT work FROM posters WHERE work IN ${sql}`, ...values);
      return new Set(rows.map(({ work }) => work));
    },

    /** The known paths of these works; `''`: the work has no poster. */
    async paths(works: string[]): Promise<ReadonlyMap<string, string>> {
      const { sql, values } = inList(works);
      const rows = await db.all<{ work: string; path: string }>(
        `SELECT work, path FROM posters WHERE work IN ${sql}`,
        ...values,
      );
      return new Map(rows.map(({ work, path }) => [work, path]));
    },
  };
}

function pictures(db: Database, now: () => number) {
  return {
    async picture(path: string): Promise<StoredPicture | undefined> {
      const row = await db.one<{ type: string; body: string }>(
        'SELECT type, body FROM pictures WHERE path = ?',
        path,
      );
      return row && { type: row.type, bytes: Uint8Array.from(Buffer.from(row.body, 'base64')) };
    },

    async addPicture(path: string, { type, bytes }: StoredPicture): Promise<void> {
      await db.transaction(async (tx) => {
        await tx.run(
          `INSERT INTO pictures (path, type, body, fetched_at) VALUES (?, ?, ?, ?)
           ON CONFLICT (path) DO UPDATE
           SET type = excluded.type, body = excluded.body, fetched_at = excluded.fetched_at`,
          path,
          type,
          Buffer.from(bytes).toString('base64'),
          now(),
        );
        await tx.run(
          `DELETE FROM pictures WHERE fetched_at < (
             SELECT fetched_at FROM pictures ORDER BY fetched_at DESC
             LIMIT 1 OFFSET ${String(PICTURE_LIMIT)})`,
        );
      });
    },
  };
}
