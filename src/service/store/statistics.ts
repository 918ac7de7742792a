import type { DaySum, Streak } from '../../core/library/year-sums';
import type { Database } from './engine/database';

/** A film (`movie:348`) or a series (`show:1396`) in a year. */
export type WorkSum = Readonly<{
  work: string;
  watches: number;
  seconds: number;
}>;

/** Sums of a person's viewings. Each change of the history updates them, so no query reads viewings. */
export function createStatistics(db: Database) {
  return {
    /** The days from `from` to `to` on which something was watched. */
    days: (userId: string, from: number, to: number) =>
      db.all<DaySum>(
        `SELECT day, films, episodes, seconds FROM days WHERE user_id = ? AND day >= ? AND day <= ?
         ORDER BY day`,
        userId,
        from,
        to,
      ),

    /** How many viewings there are, and how long they took. */
    async totals(userId: string): Promise<{ total: number; seconds: number }> {
      const row = await db.one<{ total: number | null; seconds: number | null }>(
        'SELECT sum(films + episodes) AS total, sum(seconds) AS seconds FROM days WHERE user_id = ?',
        userId,
      );
      return { total: row?.total ?? 0, seconds: row?.seconds ?? 0 };
    },

    /** The first and the last day of all. `undefined`: nothing was watched. */
    async span(userId: string): Promise<{ first: number; last: number } | undefined> {
      const row = await db.one<{ first: number | null; last: number | null }>(
        'SELECT min(day) AS first, max(day) AS last FROM days WHERE user_id = ?',
        userId,
      );
      return row?.first == null || row.last === null ? undefined : { first: row.first, last: row.last };
    },

    ...records(db),
  };
}

function records(db: Database) {
  return {
    /** The longest streak, and the one that reaches the day `since`. */
    async streaks(userId: string, since: number): Promise<{ longest?: Streak; current?: Streak }> {
      const rows = await db.all<Streak & { kind: 'longest' | 'current' }>(STREAKS, userId, since);
      return Object.fromEntries(rows.map(({ kind, ...streak }) => [kind, streak]));
    },

    /** The works of a year that took the most time. */
    topWorks: (userId: string, year: number, limit: number) =>
      db.all<WorkSum>(
        `SELECT work, watches, seconds FROM work_years WHERE user_id = ? AND year = ?
         ORDER BY seconds DESC, work DESC LIMIT ${String(limit)}`,
        userId,
        year,
      ),
  };
}

/** In a run of consecutive days, each day minus its row number is the same. */
const STREAKS = `
  WITH runs AS (
    SELECT count(*) AS days, max(day) AS last FROM (
      SELECT day, day - row_number() OVER (ORDER BY day) AS run FROM days WHERE user_id = ?) AS dated
    GROUP BY run)
  SELECT * FROM (
    SELECT 'longest' AS kind, days, last FROM runs ORDER BY days DESC, last DESC LIMIT 1) AS longest
  UNION ALL
  SELECT * FROM (SELECT 'current' AS kind, days, last FROM runs WHERE last >= ? LIMIT 1) AS current_run`;
