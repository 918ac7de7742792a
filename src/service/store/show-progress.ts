import type { Queries } from './engine/database';
import { showOf } from './media-key';

/** Stores the viewing that is the last one of a series. Call it in the transaction that changes viewings. */
export async function refreshShow(tx: Queries, userId: string, media: string): Promise<void> {
  const show = showOf(media);
  if (show === null) return;
  const last = await tx.one<{ id: string; watchedAt: number }>(
    `SELECT id, watched_at AS "watchedAt" FROM watches WHERE user_id = ? AND show_id = ?
     ORDER BY watched_at DESC, id DESC LIMIT 1`,
    userId,
    show,
  );
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
