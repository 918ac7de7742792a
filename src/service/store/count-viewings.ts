import { yearOf } from '../../core/library/days';
import { dayAt } from '../../core/library/zoned-time';
import type { Queries, Value } from './engine/database';
import { inList } from './engine/in-list';
import { noteUnnamed } from './unnamed-works';

/** Which viewings of a person: a condition on columns of `watches`, and its values. */
export interface Which {
  readonly sql: string;
  readonly values: readonly Value[];
}

interface CountedRow {
  readonly id: string;
  readonly media: string;
  readonly showId: number | null;
  /** Seconds. */
  readonly duration: number;
  readonly watchedAt: number;
  readonly day: number | null;
}

/**
 * Counts viewings that are not counted yet, on the day that their time is on in the person's zone. Call it in
 * the transaction that adds or changes them.
 */
export async function countViewings(tx: Queries, userId: string, which: Which): Promise<void> {
  const rows = await readRows(tx, userId, { ...which, sql: `${which.sql} AND day IS NULL` });
  if (rows.length === 0) return;
  const user = await tx.one<{ zone: string }>('SELECT zone FROM users WHERE id = ?', userId);
  const zone = user?.zone ?? 'UTC';
  const dated = rows.map((row) => ({ ...row, day: dayAt(zone, row.watchedAt) }));
  for (const [day, ids] of idsByDay(dated)) {
    const { sql, values } = inList(ids);
    await tx.run(`UPDATE watches SET day = ? WHERE user_id = ? AND id IN ${sql}`, day, userId, ...values);
  }
  await addSums(tx, userId, dated, 1);
  const works = inList([...new Set(dated.flatMap((row) => workOf(row) ?? []))]);
  if (works.values.length > 0)
    await noteUnnamed(tx, userId, { sql: `w.work IN ${works.sql}`, values: works.values });
}

/** Takes viewings out of the sums. Call it in the transaction that removes or changes them, before. */
export async function uncountViewings(tx: Queries, userId: string, which: Which): Promise<void> {
  const rows = await readRows(tx, userId, { ...which, sql: `${which.sql} AND day IS NOT NULL` });
  const counted = rows.flatMap((row) => (row.day === null ? [] : [{ ...row, day: row.day }]));
  if (counted.length === 0) return;
  await tx.run(`UPDATE watches SET day = NULL WHERE user_id = ? AND ${which.sql}`, userId, ...which.values);
  await addSums(tx, userId, counted, -1);
  await dropEmpty(tx, userId, counted);
}

/** Days and works without a viewing. */
async function dropEmpty(tx: Queries, userId: string, rows: readonly DatedRow[]): Promise<void> {
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

type DatedRow = CountedRow & { readonly day: number };

function idsByDay(rows: readonly DatedRow[]): Map<number, string[]> {
  const days = new Map<number, string[]>();
  for (const { day, id } of rows) {
    const ids = days.get(day);
    if (ids === undefined) days.set(day, [id]);
    else ids.push(id);
  }
  return days;
}

async function addSums(tx: Queries, userId: string, rows: readonly DatedRow[], sign: 1 | -1): Promise<void> {
  const days = new Map<number, number[]>();
  const works = new Map<string, number[]>();
  for (const row of rows) {
    const { day, media, duration } = row;
    const isFilm = media.startsWith('movie:');
    add(days, day, [isFilm ? sign : 0, isFilm ? 0 : sign, sign * duration]);
    const work = workOf(row);
    if (work !== undefined) add(works, `${String(yearOf(day))} ${work}`, [sign, sign * duration]);
  }
  await upsert(
    tx,
    DAYS,
    [...days].map(([day, sums]) => [userId, day, ...sums]),
  );
  await upsert(
    tx,
    WORKS,
    [...works].map(([key, sums]) => {
      const [year = '', work = ''] = key.split(' ');
      return [userId, Number(year), work, ...sums];
    }),
  );
}

function add<K>(sums: Map<K, number[]>, key: K, amounts: readonly number[]): void {
  const before = sums.get(key);
  sums.set(
    key,
    amounts.map((amount, index) => amount + (before?.[index] ?? 0)),
  );
}

/** `movie:348` or `show:1396`; an episode whose series is not known belongs to no work. */
function workOf({ media, showId }: Pick<CountedRow, 'media' | 'showId'>): string | undefined {
  if (showId !== null) return `show:${String(showId)}`;
  return media.startsWith('movie:') ? media : undefined;
}

interface Sums {
  readonly into: string;
  readonly add: string;
}

const DAYS: Sums = {
  into: 'days (user_id, day, films, episodes, seconds)',
  add: `(user_id, day) DO UPDATE SET films = days.films + excluded.films,
    episodes = days.episodes + excluded.episodes, seconds = days.seconds + excluded.seconds`,
};

const WORKS: Sums = {
  into: 'work_years (user_id, year, work, watches, seconds)',
  add: `(user_id, year, work) DO UPDATE SET watches = work_years.watches + excluded.watches,
    seconds = work_years.seconds + excluded.seconds`,
};

/** One statement, in one order, so that two transactions never wait for each other. */
async function upsert(tx: Queries, { into, add: conflict }: Sums, rows: Value[][]): Promise<void> {
  if (rows.length === 0) return;
  const sorted = rows.toSorted((a, b) => (String(a) < String(b) ? -1 : 1));
  const places = sorted.map((row) => `(${row.map(() => '?').join(', ')})`).join(', ');
  await tx.run(`INSERT INTO ${into} VALUES ${places} ON CONFLICT ${conflict}`, ...sorted.flat());
}
