import type { Queries } from './engine/database';
import { rowsOf } from './engine/rows';
import { showOf } from '../../core/library/media-key';
import { refreshTitles } from './watched-titles';

/** Updates what is stored about a title and its series. Call it in the transaction that changes viewings. */
export async function refreshTitle(tx: Queries, userId: string, media: string): Promise<void> {
  await refreshTitles(tx, userId, { sql: '(?)', values: [media] });
  await refreshShow(tx, userId, media);
}

/** Of two viewings of a series, this order has the later one first; a special comes after all others. */
export const LAST_FIRST = "CASE WHEN media LIKE 'episode:%:0:%' THEN 1 ELSE 0 END, watched_at DESC, id DESC";

/** Stores the viewing that is the last one of a series. */
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

/** The same for series of any people, of each of which an episode was added that is no special. */
export async function addLastEpisodes(
  tx: Queries,
  watched: readonly Readonly<{ user_id: string; show_id: number | null }>[],
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
