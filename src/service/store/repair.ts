import { countViewings } from './count-viewings';
import type { Database, Transaction } from './engine/database';
import { inList } from './engine/in-list';
import { followLatest, IS_OLDER } from './latest-session';
import { LAST_FIRST } from './show-progress';
import { ADD_WATCHED_TITLES } from './watched-titles';

/** Viewings per transaction: few enough not to delay other requests. */
const PART = 200;

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

/** Returns how many sessions were replaced by a later viewing of their title. */
async function replaceOlder(tx: Transaction, userId: string): Promise<number> {
  const rows = await tx.all<{ media: string }>(
    `SELECT p.media FROM progress AS p WHERE p.user_id = ? AND ${IS_OLDER}
     ORDER BY p.media LIMIT ${String(PART)}`,
    userId,
  );
  for (const { media } of rows) await followLatest(tx, userId, media);
  return rows.length;
}

/** Resets all sums, then counts those that need no calendar. */
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
