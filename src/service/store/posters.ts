import { Buffer } from 'node:buffer';
import type { Database } from './engine/database';
import { inList } from './engine/in-list';

export type Posters = ReturnType<typeof createPosters>;

export type StoredPicture = Readonly<{
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}>;

/** Maximum stored pictures: about 200 MB. The oldest are deleted. */
const PICTURE_LIMIT = 15_000;

/** Which picture is the poster of a film or series, and the pictures that were shown. `work`: `movie/348`. */
export function createPosters(db: Database, { now }: { now: () => number }) {
  return {
    ...pathQueries(db),

    /** Stores the paths of posters by work; `''`: it has none. */
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
    /** `''`: the work has none. `undefined`: not known. */
    async path(work: string): Promise<string | undefined> {
      return (await db.one<{ path: string }>('SELECT path FROM posters WHERE work = ?', work))?.path;
    },

    /** Those of these works whose poster, or the lack of one, is known. */
    async known(works: readonly string[]): Promise<ReadonlySet<string>> {
      const { sql, values } = inList(works);
      const rows = await db.all<{ work: string }>(`SELECT work FROM posters WHERE work IN ${sql}`, ...values);
      return new Set(rows.map(({ work }) => work));
    },

    /** The paths of these works, where they are known; `''`: it has none. */
    async paths(works: readonly string[]): Promise<ReadonlyMap<string, string>> {
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
