import { yearOf, dayAt } from '../../core/library/zoned-time';
import type { Engine, Queries, Value } from './engine/database';
import { inList, insertAll, insertOf, type Insert, type RowOf, putRows } from './engine/rows';
import { unnamedOf } from './work-names';

/** Selects viewings of a person: a condition on columns of `watches`, and its values. */
export type Which = Readonly<{
  sql: string;
  values: Value[];
}>;

type CountedRow = Readonly<{
  id: string;
  media: string;
  showId: number | null;
  /** Seconds. */
  duration: number;
  watchedAt: number;
  day: number | null;
}>;

/**
 * Adds viewings that are not counted yet to the sums by day and by year, in the person's time zone, and
 * stores their day. Call it in the transaction that adds or changes them.
 */
export async function countViewings(tx: Queries, userId: string, which: Which): Promise<void> {
  const rows = await readRows(tx, userId, { ...which, sql: `${which.sql} AND day IS NULL` });
  if (rows.length === 0) return;
  const user = await tx.one<{ zone: string }>('SELECT zone FROM users WHERE id = ?', userId);
  const zone = user?.zone ?? 'UTC';
  const dated = rows.map((row) => ({ ...row, userId, day: dayAt(zone, row.watchedAt) }));
  for (const [day, ids] of idsByDay(dated)) {
    const { sql, values } = inList(ids);
    await tx.run(`UPDATE watches SET day = ? WHERE user_id = ? AND id IN ${sql}`, day, userId, ...values);
  }
  await insertAll(tx, viewingsAdded(tx.engine, dated));
}

/**
 * Subtracts viewings from the sums. Call it in the transaction that removes or changes them, before the
 * change.
 */
export async function uncountViewings(tx: Queries, userId: string, which: Which): Promise<void> {
  const rows = await readRows(tx, userId, { ...which, sql: `${which.sql} AND day IS NOT NULL` });
  const counted = rows.flatMap((row) => (row.day === null ? [] : [{ ...row, userId, day: row.day }]));
  if (counted.length === 0) return;
  await tx.run(`UPDATE watches SET day = NULL WHERE user_id = ? AND ${which.sql}`, userId, ...which.values);
  await insertAll(tx, sumsChanged(tx.engine, counted, -1));
  await dropEmpty(tx, userId, counted);
}

/** Deletes the rows of `days` and `work_years` that count no viewing any more. */
async function dropEmpty(tx: Queries, userId: string, rows: DatedRow[]): Promise<void> {
  const days = inList([...new Set(rows.map(({ day }) => day))]);
  await tx.run(
    `DELETE FROM days WHERE user_id = ? AND films = 0 AND episodes = 0 AND day IN ${days.sql}`,
    userId,
    ...days.values,
  );
  const years = inList([...new Set(days.values.map(yearOf))]);
  const works = inList([...new Set(rows.flatMap((row) => workOf(row) ?? []))]);
  if (works.values.length === 0) return;
  await tx.run(
    `DELETE FROM work_years WHERE user_id = ? AND watches = 0 AND year IN ${years.sql}
       AND work IN ${works.sql}`,
    userId,
    ...years.values,
    ...works.values,
  );
}

function readRows(tx: Queries, userId: string, { sql, values }: Which): Promise<CountedRow[]> {
  return tx.all<CountedRow>(
    `SELECT id, media, show_id AS "showId", duration, watched_at AS "watchedAt", day FROM watches
     WHERE user_id = ? AND ${sql}`,
    userId,
    ...values,
  );
}

type DatedRow = CountedRow & Readonly<{ day: number }>;

function idsByDay(rows: DatedRow[]): Map<number, string[]> {
  const days = new Map<number, string[]>();
  for (const { day, id } of rows) {
    const ids = days.get(day);
    if (ids === undefined) days.set(day, [id]);
    else ids.push(id);
  }
  return days;
}

/** A viewing as the sums count it. */
type Counted = Readonly<{
  userId: string;
  media: string;
  showId: number | null;
  /** Seconds. */
  duration: number;
  day: number;
}>;

/** The statements that add viewings of several people to the sums. */
export function viewingsAdded(engine: Engine, rows: Counted[]): Insert[] {
  const works = new Map<string, { user_id: string; work: string }>();
  for (const row of rows) {
    const work = workOf(row);
    if (work !== undefined) works.set(`${row.userId} ${work}`, { user_id: row.userId, work });
  }
  return [...sumsChanged(engine, rows, 1), ...unnamedOf(engine, [...works.values()])];
}

function sumsChanged(engine: Engine, rows: Counted[], sign: 1 | -1): Insert[] {
  const days = new Map<string, DaySums>();
  const works = new Map<string, WorkSums>();
  for (const { userId, day, media, showId, duration } of rows) {
    const isFilm = media.startsWith('movie:');
    const dayKey = `${userId} ${String(day)}`;
    const sums = days.get(dayKey) ?? { user_id: userId, day, films: 0, episodes: 0, seconds: 0 };
    sums[isFilm ? 'films' : 'episodes'] += sign;
    sums.seconds += sign * duration;
    days.set(dayKey, sums);
    const work = workOf({ media, showId });
    if (work === undefined) continue;
    const workKey = `${userId} ${String(yearOf(day))} ${work}`;
    const year = works.get(workKey) ?? { user_id: userId, year: yearOf(day), work, watches: 0, seconds: 0 };
    year.watches += sign;
    year.seconds += sign * duration;
    works.set(workKey, year);
  }
  return [...insertOf(engine, DAYS, [...days.values()]), ...insertOf(engine, WORKS, [...works.values()])];
}

interface DaySums extends RowOf<typeof DAYS.columns> {
  films: number;
  episodes: number;
  seconds: number;
}

interface WorkSums extends RowOf<typeof WORKS.columns> {
  watches: number;
  seconds: number;
}

/** `movie:348` or `show:1396`; `undefined` for an episode of an unknown series. */
function workOf({ media, showId }: Pick<CountedRow, 'media' | 'showId'>): string | undefined {
  if (showId !== null) return `show:${String(showId)}`;
  return media.startsWith('movie:') ? media : undefined;
}

const DAYS = {
  table: 'days',
  columns: { user_id: 'TEXT', day: 'BIGINT', films: 'BIGINT', episodes: 'BIGINT', seconds: 'BIGINT' },
  conflict: `(user_id, day) DO UPDATE SET films = days.films + excluded.films,
    episodes = days.episodes + excluded.episodes, seconds = days.seconds + excluded.seconds`,
} as const;

const WORKS = {
  table: 'work_years',
  columns: { user_id: 'TEXT', year: 'BIGINT', work: 'TEXT', watches: 'BIGINT', seconds: 'BIGINT' },
  conflict: `(user_id, year, work) DO UPDATE SET watches = work_years.watches + excluded.watches,
    seconds = work_years.seconds + excluded.seconds`,
} as const;

/**
 * How many viewings and titles a person has, so that no page counts rows. `titles` are those with a position,
 * `films` and `episodes` those that were watched.
 */
export type Tallies = Readonly<{
  watches: number;
  titles: number;
  films: number;
  episodes: number;
}>;

/**
 * Adds these differences to the tallies. Call it in the transaction that adds or removes rows of `watches`,
 * `progress` or `watched_titles`.
 */
export async function addToTallies(tx: Queries, userId: string, tallies: Partial<Tallies>): Promise<void> {
  await addTallies(tx, [{ ...NONE, ...tallies, user_id: userId }]);
}

/** Like `addToTallies`, for several people. Each person may occur once. */
export async function addTallies(
  tx: Queries,
  rows: (Tallies & Readonly<{ user_id: string }>)[],
): Promise<void> {
  await putRows(tx, TALLIES, rows);
}

const NONE: Tallies = { watches: 0, titles: 0, films: 0, episodes: 0 };

const TALLIES = {
  table: 'tallies',
  columns: { user_id: 'TEXT', watches: 'BIGINT', titles: 'BIGINT', films: 'BIGINT', episodes: 'BIGINT' },
  conflict: `(user_id) DO UPDATE
    SET watches = tallies.watches + excluded.watches, titles = tallies.titles + excluded.titles,
      films = tallies.films + excluded.films, episodes = tallies.episodes + excluded.episodes`,
} as const;

export async function readTallies(db: Queries, userId: string): Promise<Tallies> {
  const row = await db.one<Tallies>(
    'SELECT watches, titles, films, episodes FROM tallies WHERE user_id = ?',
    userId,
  );
  return row ?? NONE;
}
