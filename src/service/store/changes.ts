import type { Database, Queries } from './engine/database';
import { putRows } from './engine/rows';
import { UPDATED } from './latest-session';

/** The parts of a person's data whose changes are noted separately, for clients that keep a copy. */
export const AREAS = [
  'watchlist',
  'history',
  'ratings',
  'favorites',
  'collection',
  'lists',
  'scrobbles',
] as const;
export type Area = (typeof AREAS)[number];

/** Notes a change of an area. Call it in the transaction of the change. `at`: milliseconds since 1970. */
export async function noteChange(tx: Queries, userId: string, area: Area, at: number): Promise<void> {
  await putRows(tx, CHANGES, [{ user_id: userId, area, changed_at: at }]);
}

/** The upsert of `noteChange`. Its rows must not contain a person and area twice. */
export const CHANGES = {
  table: 'changes',
  columns: { user_id: 'TEXT', area: 'TEXT', changed_at: 'BIGINT' },
  conflict: `(user_id, area) DO UPDATE SET changed_at = excluded.changed_at
    WHERE changes.changed_at < excluded.changed_at`,
} as const;

/** The time of the last change in each area of a person's data, in milliseconds since 1970. */
export function createChanges(db: Database) {
  return {
    async last(userId: string): Promise<ReadonlyMap<string, number>> {
      const rows = await db.all<{ area: string; at: number }>(
        'SELECT area, changed_at AS at FROM changes WHERE user_id = ?',
        userId,
      );
      const last = new Map(rows.map(({ area, at }) => [area, at]));
      // Positions are updated too often to be noted in `changes`, so their last update is read from
      // `progress`.
      const moved = await db.one<{ at: number | null }>(LAST_UPDATE, userId, userId);
      const scrobbles = Math.max(moved?.at ?? 0, last.get('scrobbles') ?? 0);
      return scrobbles === 0 ? last : last.set('scrobbles', scrobbles);
    },
  };
}

const lastOf = (condition: string) =>
  `SELECT max(p.updated_at) AS at FROM progress AS p WHERE p.user_id = ? AND ${condition}`;
const LAST_UPDATE = `
  SELECT max(u.at) AS at FROM (${lastOf(UPDATED.unfinished)} UNION ALL ${lastOf(UPDATED.rest)}) AS u`;
