import { Buffer } from 'node:buffer';
import type { Database } from './database';

export type Posters = ReturnType<typeof createPosters>;

export interface StoredPicture {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Most pictures that are kept: about 200 MB. The oldest are deleted. */
const PICTURE_LIMIT = 15_000;

/** Which picture is the poster of a film or series, and the pictures that were shown. `work`: `movie/348`. */
export function createPosters(db: Database, { now }: { now: () => number }) {
  return {
    /** `''`: the work has none. `undefined`: not known. */
    path: (work: string) => db.one<{ path: string }>('SELECT path FROM posters WHERE work = ?', work)?.path,

    /** Stores the paths of posters by work; `''`: it has none. */
    setPaths(paths: ReadonlyMap<string, string>): void {
      db.transaction(() => {
        for (const [work, path] of paths)
          db.run(
            `INSERT INTO posters (work, path) VALUES (?, ?)
             ON CONFLICT (work) DO UPDATE SET path = excluded.path`,
            work,
            path,
          );
      });
    },

    picture(path: string): StoredPicture | undefined {
      const row = db.one<{ type: string; body: string }>(
        'SELECT type, body FROM pictures WHERE path = ?',
        path,
      );
      return row && { type: row.type, bytes: Uint8Array.from(Buffer.from(row.body, 'base64')) };
    },

    addPicture(path: string, { type, bytes }: StoredPicture): void {
      db.transaction(() => {
        db.run(
          `INSERT INTO pictures (path, type, body, fetched_at) VALUES (?, ?, ?, ?)
           ON CONFLICT (path) DO UPDATE
           SET type = excluded.type, body = excluded.body, fetched_at = excluded.fetched_at`,
          path,
          type,
          Buffer.from(bytes).toString('base64'),
          now(),
        );
        db.run(
          `DELETE FROM pictures WHERE fetched_at < (
             SELECT fetched_at FROM pictures ORDER BY fetched_at DESC
             LIMIT 1 OFFSET ${String(PICTURE_LIMIT)})`,
        );
      });
    },
  };
}
