import type { Database } from './engine/database';

export type DroppedShows = ReturnType<typeof createDroppedShows>;

/** A series that is not proposed any more until its person watches it again. */
export type DroppedShow = Readonly<{
  showId: number;
  /** Milliseconds since 1970. */
  droppedAt: number;
}>;

export function createDroppedShows(db: Database, { now }: { now: () => number }) {
  return {
    async drop(userId: string, showId: number): Promise<void> {
      await db.run(
        `INSERT INTO dropped_shows (user_id, show_id, dropped_at) VALUES (?, ?, ?)
         ON CONFLICT (user_id, show_id) DO UPDATE SET dropped_at = excluded.dropped_at`,
        userId,
        showId,
        now(),
      );
    },

    async takeBack(userId: string, showId: number): Promise<void> {
      await db.run('DELETE FROM dropped_shows WHERE user_id = ? AND show_id = ?', userId, showId);
    },

    /** Latest drop first. */
    list: (userId: string) =>
      db.all<DroppedShow>(
        `SELECT show_id AS "showId", dropped_at AS "droppedAt" FROM dropped_shows WHERE user_id = ?
         ORDER BY dropped_at DESC, show_id LIMIT 500`,
        userId,
      ),
  };
}
