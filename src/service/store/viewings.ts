import type { Database } from './database';
import { findOrAddMedia, SERIES_OF_MEDIA, type MediaIds } from './media';
import type { Position } from './playback';
import { SELECT_OF_USER, type SessionRow } from './sessions';

/** A viewing as its person states it. */
interface Viewing {
  readonly ids: MediaIds;
  readonly position: Position;
  /** Milliseconds since 1970. */
  readonly watchedAt: number;
}

export type Viewings = ReturnType<typeof createViewings>;

/** What a person corrects in the history. Each operation touches only viewings of this person. */
export function createViewings(db: Database, { now }: { now: () => number }) {
  const find = (userId: number, id: number) =>
    db.one<SessionRow>(`${SELECT_OF_USER} AND playback.id = ? AND watched_at IS NOT NULL`, userId, id);
  return {
    /** False: no viewing has this id. The row stays, so that later updates of the same playing add no viewing again. */
    remove: (userId: number, id: string): boolean =>
      db.transaction(() => {
        if (find(userId, Number(id)) === undefined) return false;
        db.run('UPDATE playback SET watched_at = NULL, removed_at = ? WHERE id = ?', now(), Number(id));
        return true;
      }),

    /** `undefined`: no viewing has this id. */
    setTime: (userId: number, id: string, watchedAt: number): SessionRow | undefined =>
      db.transaction(() => {
        if (find(userId, Number(id)) === undefined) return undefined;
        db.run('UPDATE playback SET watched_at = ? WHERE id = ?', watchedAt, Number(id));
        return find(userId, Number(id));
      }),

    /** Replaces a viewing, or brings a removed one back. `undefined`: no session of the person has this id. */
    put: (userId: number, id: string, { ids, position, watchedAt }: Viewing): SessionRow | undefined =>
      db.transaction(() => {
        const known = db.one('SELECT 1 FROM playback WHERE user_id = ? AND id = ?', userId, Number(id));
        if (known === undefined) return undefined;
        const mediaId = findOrAddMedia(db, ids);
        db.run(
          `UPDATE playback SET media_id = ?, series_id = (${SERIES_OF_MEDIA}), progress = ?, duration = ?,
             watched_at = ?, removed_at = NULL
           WHERE id = ?`,
          mediaId,
          mediaId,
          position.progress,
          position.duration,
          watchedAt,
          Number(id),
        );
        return find(userId, Number(id));
      }),
  };
}
