import { setImmediate } from 'node:timers/promises';
import type { Database } from './engine/database';
import { IS_KNOWN } from './imports-known';

/** How many rows are in which state. `known`: ready, and in the history already. */
export interface ImportCounts {
  readonly open: number;
  readonly unclear: number;
  readonly ready: number;
  readonly left: number;
  readonly known: number;
}

/** In parts: the file of a year has tens of thousands of rows. */
export async function countRows(db: Database, userId: string, id: string): Promise<ImportCounts> {
  const counts = { open: 0, unclear: 0, ready: 0, left: 0, known: 0 };
  const last = await db.one<{ n: number | null }>(LAST_ROW, userId, id);
  for (let from = 0; from <= (last?.n ?? -1); from += COUNTED) {
    const part = [userId, id, from, from + COUNTED] as const;
    for (const { state, n } of await db.all<{ state: keyof ImportCounts; n: number }>(STATES, ...part))
      counts[state] += n;
    counts.known += (await db.one<{ n: number }>(KNOWN, ...part))?.n ?? 0;
    // SQLite answers at once: others have their turn here.
    await setImmediate();
  }
  return counts;
}

/** Rows that are counted at once: fewer than hold another request up. */
const COUNTED = 2000;

const LAST_ROW = 'SELECT max(n) AS n FROM import_rows WHERE user_id = ? AND import_id = ?';

const STATES = `
  SELECT state, count(*) AS n FROM import_rows
  WHERE user_id = ? AND import_id = ? AND n >= ? AND n < ? GROUP BY state`;

const KNOWN = `
  SELECT count(*) AS n FROM import_rows AS r
  WHERE user_id = ? AND import_id = ? AND n >= ? AND n < ? AND state = 'ready' AND watched_at IS NOT NULL
    AND ${IS_KNOWN}`;
