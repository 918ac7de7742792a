import { countViewings, uncountViewings, addToTallies } from './count-viewings';
import type { Queries } from './engine/database';
import { rowsOf } from './engine/rows';
import { showOf } from '../../core/library/media-key';
import { refreshTitles } from './watched-titles';

/**
 * A session `p` of `progress` that is not the latest of its title: it was watched, and another viewing is
 * later than both its time and its last update. At equal times the greater id is later, as in the history. An
 * open session stays, because its position is stored nowhere else.
 */
export const IS_OLDER = `p.watched_at IS NOT NULL AND EXISTS (
  SELECT 1 FROM watches AS w WHERE w.user_id = p.user_id AND w.media = p.media
    AND w.id <> p.id AND (w.watched_at, w.id) >
      (CASE WHEN p.watched_at > p.updated_at THEN p.watched_at ELSE p.updated_at END, p.id))`;

/**
 * The conditions of the two indexes by `updated_at`: `progress_unfinished` and `progress_rest`. Each session
 * `p` is in one of them, so an update of its position writes one index. An index of all sessions in place of
 * `progress_rest` would cost a second write.
 */
export const UPDATED = {
  unfinished: 'p.watched_at IS NULL AND p.progress > 0',
  rest: '(p.watched_at IS NOT NULL OR p.progress <= 0)',
} as const;

/** The last position of a session. */
export type LastPosition = Readonly<{
  id: string;
  progress: number;
  duration: number;
  updatedAt: number;
}>;

export const LAST_POSITION = 'p.id, p.progress, p.duration, p.updated_at AS "updatedAt"';

/**
 * Copies the last position of a session to its viewing, before another session replaces it. The duration may
 * differ, because sources differ in the length of a title; the sums follow.
 */
export async function keepPosition(tx: Queries, userId: string, session: LastPosition): Promise<void> {
  const { id, progress, duration, updatedAt } = session;
  const hasOtherLength = { sql: 'id = ? AND duration <> ?', values: [id, duration] };
  await uncountViewings(tx, userId, hasOtherLength);
  await tx.run(
    'UPDATE watches SET progress = ?, duration = ?, updated_at = ? WHERE user_id = ? AND id = ?',
    progress,
    duration,
    updatedAt,
    userId,
    id,
  );
  await countViewings(tx, userId, { sql: 'id = ?', values: [id] });
}

/** Makes the latest viewing of a title its session. An open session, or a later one, stays. */
export async function followLatest(tx: Queries, userId: string, media: string): Promise<void> {
  const older = await tx.one<LastPosition>(
    `SELECT ${LAST_POSITION} FROM progress AS p WHERE p.user_id = ? AND p.media = ? AND ${IS_OLDER}`,
    userId,
    media,
  );
  if (older !== undefined) await keepPosition(tx, userId, older);
  const removed =
    older === undefined
      ? 0
      : await tx.run(
          'DELETE FROM progress WHERE user_id = ? AND media = ? AND id = ?',
          userId,
          media,
          older.id,
        );
  const added = await tx.run(ADD_LATEST, userId, media);
  if (added !== removed) await addToTallies(tx, userId, { titles: added - removed });
}

const ADD_LATEST = `
  INSERT INTO progress
    (user_id, media, id, episode_id, progress, duration, started_at, updated_at, watched_at)
  SELECT user_id, media, id, episode_id, progress, duration, started_at, updated_at, watched_at
  FROM watches WHERE user_id = ? AND media = ? ORDER BY watched_at DESC, id DESC LIMIT 1
  ON CONFLICT (user_id, media) DO NOTHING`;

/**
 * Updates the rows of a title in `watched_titles` and of its series in `show_progress`. Call it in the
 * transaction that changes viewings.
 */
export async function refreshTitle(tx: Queries, userId: string, media: string): Promise<void> {
  await refreshTitles(tx, userId, { sql: '(?)', values: [media] });
  await refreshShow(tx, userId, media);
}

/** Sorts the viewings of a series: the last episode first, specials (season 0) after all others. */
export const LAST_FIRST = "CASE WHEN media LIKE 'episode:%:0:%' THEN 1 ELSE 0 END, watched_at DESC, id DESC";

/** Stores the last episode of a series, in the order of `LAST_FIRST`. */
async function refreshShow(tx: Queries, userId: string, media: string): Promise<void> {
  const show = showOf(media);
  if (show === null) return;
  const find = (condition: string) =>
    tx.one<{ id: string; watchedAt: number }>(
      `SELECT id, watched_at AS "watchedAt" FROM watches WHERE user_id = ? AND show_id = ? ${condition}
       ORDER BY watched_at DESC, id DESC LIMIT 1`,
      userId,
      show,
    );
  const last = (await find("AND media NOT LIKE 'episode:%:0:%'")) ?? (await find(''));
  if (last === undefined) {
    await tx.run('DELETE FROM show_progress WHERE user_id = ? AND show_id = ?', userId, show);
    return;
  }
  await tx.run(
    `INSERT INTO show_progress (user_id, show_id, watch_id, watched_at) VALUES (?, ?, ?, ?) ${REPLACING}`,
    userId,
    show,
    last.id,
    last.watchedAt,
  );
}

const REPLACING = `
  ON CONFLICT (user_id, show_id) DO UPDATE
  SET watch_id = excluded.watch_id, watched_at = excluded.watched_at`;

/** Like `refreshShow`, for series of several people. Each must have a viewing that is no special. */
export async function addLastEpisodes(
  tx: Queries,
  watched: Readonly<{ user_id: string; show_id: number | null }>[],
): Promise<void> {
  const shows = new Map<string, { user_id: string; show_id: number }>();
  for (const { user_id, show_id } of watched)
    if (show_id !== null) shows.set(`${user_id} ${String(show_id)}`, { user_id, show_id });
  if (shows.size === 0) return;
  await tx.run(
    `INSERT INTO show_progress (user_id, show_id, watch_id, watched_at)
     SELECT u.user_id, u.show_id, w.id, w.watched_at
     FROM ${rowsOf(tx.engine, { user_id: 'TEXT', show_id: 'BIGINT' })}
     JOIN watches AS w ON w.user_id = u.user_id AND w.id = (
       SELECT x.id FROM watches AS x
       WHERE x.user_id = u.user_id AND x.show_id = u.show_id AND x.media NOT LIKE 'episode:%:0:%'
       ORDER BY x.watched_at DESC, x.id DESC LIMIT 1)
     WHERE TRUE ${REPLACING}`,
    JSON.stringify([...shows.values()]),
  );
}
