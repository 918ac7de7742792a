import { type Database, type Transaction, UnavailableError } from './engine/database';
import { IS_OLDER, followLatest, LAST_FIRST } from './latest-session';
import { countViewings } from './count-viewings';
import { inList } from './engine/rows';
import { ADD_WATCHED_TITLES } from './watched-titles';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether the database files were intact at the last check. */
export function createHealth(db: Database) {
  let damage: string | undefined;
  return {
    /** The fault that the last check found, in the engine's words; `undefined`: none. */
    damage: (): string | undefined => damage,

    /** Checks all files, while requests continue. Returns the fault. */
    async look(): Promise<string | undefined> {
      const [first] = await db.quickCheck();
      damage = first;
      return first;
    },
  };
}

/**
 * Calls `open` until the database is available, for at most `longestMs`, and returns its result. `report`
 * gets the first error.
 */
export async function waitForDatabase<T>(
  open: () => Promise<T>,
  report: (error: UnavailableError) => void,
  longestMs = LONGEST_WAIT_MS,
): Promise<T> {
  const began = performance.now();
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof UnavailableError) || performance.now() - began >= longestMs) throw error;
      if (isFirst) report(error);
      await sleep(RETRY_MS);
    }
  }
}

/** How long the start waits: a database server that starts at the same time is not ready at once. */
const LONGEST_WAIT_MS = 15_000;
const RETRY_MS = 250;

/**
 * The faults of the stored data, in sentences; empty: none. Reads everything, so it takes seconds for a
 * million viewings.
 */
export async function checkData(db: Database): Promise<string[]> {
  const problems = (await db.integrity()).map((text) => `The database is damaged: ${text}`);
  for (const { sql, sentence } of CHECKS) {
    const row = await db.one<{ n: number }>(sql);
    if (row !== undefined && row.n > 0) problems.push(`${String(row.n)} ${sentence}`);
  }
  return problems;
}

/**
 * Recomputes all stored sums: viewings and titles, days, years of each work, the last viewing of each series,
 * and the latest session of each title. Can be interrupted and repeated.
 */
export async function repairSums(db: Database): Promise<void> {
  for (const { id } of await db.all<{ id: string }>('SELECT id FROM users ORDER BY id')) {
    while ((await db.personTransaction(id, (tx) => replaceOlder(tx, id))) === PART);
    await db.personTransaction(id, (tx) => begin(tx, id));
    let after: LastCounted | undefined = { watchedAt: -1, id: '' };
    while (after !== undefined) {
      const from: LastCounted = after;
      after = await db.personTransaction(id, (tx) => countPart(tx, id, from));
    }
  }
}

const CHECKS = [
  {
    sentence: 'people have a wrong number of viewings',
    sql: `SELECT count(*) AS n FROM tallies AS t
      WHERE watches <> (SELECT count(*) FROM watches WHERE user_id = t.user_id)`,
  },
  {
    sentence: 'people have a wrong number of titles',
    sql: `SELECT count(*) AS n FROM tallies AS t
      WHERE titles <> (SELECT count(*) FROM progress WHERE user_id = t.user_id)`,
  },
  {
    sentence: 'watched positions have no viewing',
    sql: `SELECT count(*) AS n FROM progress AS p WHERE watched_at IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM watches AS w WHERE w.user_id = p.user_id AND w.id = p.id)`,
  },
  {
    sentence: 'watched positions are older than the last viewing of their title',
    sql: `SELECT count(*) AS n FROM progress AS p WHERE ${IS_OLDER}`,
  },
  {
    sentence: 'series do not name their last viewing',
    sql: `SELECT count(*) AS n FROM show_progress AS s
      WHERE watch_id <> (SELECT id FROM watches AS w WHERE w.user_id = s.user_id AND w.show_id = s.show_id
        ORDER BY ${LAST_FIRST} LIMIT 1)`,
  },
  {
    sentence: 'titles have a wrong number of viewings',
    sql: `SELECT count(*) AS n FROM (
      SELECT user_id, media FROM (
        SELECT user_id, media, times FROM watched_titles
        UNION ALL
        SELECT user_id, media, -1 AS times FROM watches) AS counted
      GROUP BY user_id, media HAVING sum(times) <> 0) AS wrong`,
  },
  {
    sentence: 'people have a wrong number of watched titles',
    sql: `SELECT count(*) AS n FROM tallies AS t
      WHERE films + episodes <> (SELECT count(*) FROM watched_titles WHERE user_id = t.user_id)`,
  },
  {
    sentence: 'lists have a wrong number of entries',
    sql: `SELECT count(*) AS n FROM lists AS l
      WHERE items <> (SELECT count(*) FROM list_items AS i WHERE i.user_id = l.user_id AND i.list_id = l.id)`,
  },
  {
    sentence: 'viewings are counted on no day',
    sql: 'SELECT count(*) AS n FROM watches WHERE day IS NULL',
  },
  {
    sentence: 'days have a wrong sum',
    sql: `SELECT count(*) AS n FROM (
      SELECT user_id, day FROM (
        SELECT user_id, day, films + episodes AS watches, seconds FROM days
        UNION ALL
        SELECT user_id, day, -1 AS watches, -duration AS seconds FROM watches) AS counted
      GROUP BY user_id, day HAVING sum(watches) <> 0 OR sum(seconds) <> 0) AS wrong`,
  },
  {
    sentence: 'people have a wrong sum for their films and series',
    sql: `SELECT count(*) AS n FROM (
      SELECT user_id FROM (
        SELECT user_id, watches, seconds FROM work_years
        UNION ALL
        SELECT user_id, -1 AS watches, -duration AS seconds FROM watches
        WHERE show_id IS NOT NULL OR media LIKE 'movie:%') AS counted
      GROUP BY user_id HAVING sum(watches) <> 0 OR sum(seconds) <> 0) AS wrong`,
  },
];

/** Viewings per transaction: few enough not to delay other requests. */
const PART = 200;

/** Replaces sessions that are older than a viewing of their title. Returns how many. */
async function replaceOlder(tx: Transaction, userId: string): Promise<number> {
  const rows = await tx.all<{ media: string }>(
    `SELECT p.media FROM progress AS p WHERE p.user_id = ? AND ${IS_OLDER}
     ORDER BY p.media LIMIT ${String(PART)}`,
    userId,
  );
  for (const { media } of rows) await followLatest(tx, userId, media);
  return rows.length;
}

/** Deletes the sums by day and year, for `countPart`, and recomputes all other sums. */
async function begin(tx: Transaction, userId: string): Promise<void> {
  for (const sql of BEGIN) await tx.run(sql, userId);
}

const LAST = `FROM watches AS w WHERE w.user_id = show_progress.user_id AND w.show_id = show_progress.show_id
  ORDER BY ${LAST_FIRST} LIMIT 1`;

const BEGIN = [
  'UPDATE watches SET day = NULL WHERE user_id = ? AND day IS NOT NULL',
  'DELETE FROM days WHERE user_id = ?',
  'DELETE FROM work_years WHERE user_id = ?',
  'DELETE FROM watched_titles WHERE user_id = ?',
  `${ADD_WATCHED_TITLES} WHERE user_id = ? GROUP BY user_id, media`,
  `UPDATE lists SET items = (SELECT count(*) FROM list_items AS i
     WHERE i.user_id = lists.user_id AND i.list_id = lists.id) WHERE user_id = ?`,
  `UPDATE tallies SET watches = (SELECT count(*) FROM watches WHERE user_id = tallies.user_id),
     titles = (SELECT count(*) FROM progress WHERE user_id = tallies.user_id),
     films = (SELECT count(*) FROM watched_titles WHERE user_id = tallies.user_id AND kind = 'movie'),
     episodes = (SELECT count(*) FROM watched_titles WHERE user_id = tallies.user_id AND kind = 'episode')
   WHERE user_id = ?`,
  `DELETE FROM show_progress WHERE user_id = ? AND NOT EXISTS (SELECT 1 FROM watches AS w
     WHERE w.user_id = show_progress.user_id AND w.show_id = show_progress.show_id)`,
  `UPDATE show_progress SET watch_id = (SELECT w.id ${LAST}), watched_at = (SELECT w.watched_at ${LAST})
   WHERE user_id = ?`,
];

/** The last viewing that was counted. */
type LastCounted = Readonly<{
  watchedAt: number;
  id: string;
}>;

async function countPart(
  tx: Transaction,
  userId: string,
  { watchedAt, id }: LastCounted,
): Promise<LastCounted | undefined> {
  const rows = await tx.all<LastCounted>(
    `SELECT watched_at AS "watchedAt", id FROM watches
     WHERE user_id = ? AND (watched_at, id) > (?, ?) ORDER BY watched_at, id LIMIT ${String(PART)}`,
    userId,
    watchedAt,
    id,
  );
  const { sql, values } = inList(rows.map((row) => row.id));
  await countViewings(tx, userId, { sql: `id IN ${sql}`, values });
  return rows.at(-1);
}
