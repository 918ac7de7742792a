import type { Queries } from './engine/database';
import { showOf } from '../../core/library/media-key';
import { refreshTitles } from './watched-titles';

/**
 * Brings up to date what is stored about a title and its series. Call it in the transaction that changes
 * viewings.
 */
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
    `INSERT INTO show_progress (user_id, show_id, watch_id, watched_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (user_id, show_id) DO UPDATE
     SET watch_id = excluded.watch_id, watched_at = excluded.watched_at`,
    userId,
    show,
    last.id,
    last.watchedAt,
  );
}
