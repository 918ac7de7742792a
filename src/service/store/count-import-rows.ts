import { setImmediate } from 'node:timers/promises';
import type { Database } from './engine/database';
import { IS_KNOWN } from './imports-known';

/**
 * The number of rows by state. `known`: ready, but already in the history. `waiting`: ready, and storing them
 * would add a viewing or a rating.
 */
export type ImportCounts = Readonly<{
  open: number;
  unclear: number;
  ready: number;
  left: number;
  known: number;
  waiting: number;
}>;

/** Counts in parts: a file can have tens of thousands of rows. */
export async function countRows(db: Database, userId: string, id: string): Promise<ImportCounts> {
  const counts = { open: 0, unclear: 0, ready: 0, left: 0, known: 0, waiting: 0 };
  const last = await db.one<{ n: number | null }>(LAST_ROW, userId, id);
  for (let from = 0; from <= (last?.n ?? -1); from += COUNTED) {
    const part = [userId, id, from, from + COUNTED] as const;
    for (const { state, n } of await db.all<{ state: keyof ImportCounts; n: number }>(STATES, ...part))
      counts[state] += n;
    const ready = await db.one<{ known: number | null; waiting: number | null }>(READY, ...part);
    counts.known += ready?.known ?? 0;
    counts.waiting += ready?.waiting ?? 0;
    // SQLite answers synchronously; this lets other requests run.
    await setImmediate();
  }
  return counts;
}

/** Rows per part: few enough not to delay other requests. */
const COUNTED = 2000;

const LAST_ROW = 'SELECT max(n) AS n FROM import_rows WHERE user_id = ? AND import_id = ?';

const STATES = `
  SELECT state, count(*) AS n FROM import_rows
  WHERE user_id = ? AND import_id = ? AND n >= ? AND n < ? GROUP BY state`;

const IS_STORED = `(${IS_KNOWN} OR EXISTS (
  SELECT 1 FROM watches AS w
  WHERE w.user_id = r.user_id AND w.id = r.watch_id AND w.import_id = r.import_id))`;
const IS_RATED = 'EXISTS (SELECT 1 FROM ratings AS g WHERE g.user_id = r.user_id AND g.media = r.media)';

const READY = `
  SELECT CAST(sum(CASE WHEN kept IS NOT NULL THEN 1 - open
      WHEN watched_at IS NOT NULL THEN viewing ELSE rating END) AS BIGINT) AS known,
    CAST(sum(CASE WHEN open = 1 OR viewing = 0 OR rating = 0 THEN 1 ELSE 0 END) AS BIGINT) AS waiting
  FROM (SELECT watched_at, kept, CASE WHEN kept = 0 THEN 1 ELSE 0 END AS open,
      CASE WHEN watched_at IS NULL OR ${IS_STORED} THEN 1 ELSE 0 END AS viewing,
      CASE WHEN halves IS NULL OR rated_at IS NULL OR ${IS_RATED} THEN 1 ELSE 0 END AS rating
    FROM import_rows AS r
    WHERE user_id = ? AND import_id = ? AND n >= ? AND n < ? AND state = 'ready') AS counted`;

/** How many ratings each import of the person has added. */
export async function countRatings(db: Database, userId: string): Promise<ReadonlyMap<string, number>> {
  const counts = await db.all<{ id: string; n: number }>(RATINGS, userId);
  return new Map(counts.map(({ id, n }) => [id, n]));
}

const RATINGS = `
  SELECT import_id AS id, count(*) AS n FROM ratings
  WHERE user_id = ? AND import_id IS NOT NULL GROUP BY import_id`;
