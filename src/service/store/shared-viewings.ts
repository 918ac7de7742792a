import type { MediaIds } from '../../core/library/media-key';
import { EVENING_MS } from '../../core/library/next-session';
import { noteChange } from './changes';
import type { Database, Queries } from './engine/database';
import { inList } from './engine/rows';
import { findMedia } from './person-media';
import { putViewing, takeOut, type NewViewing } from './viewings';

/** Viewings that somebody else adds to the history of a person, each under an id of its own. */
export function createSharedViewings(db: Database, { now }: { now: () => number }) {
  return {
    /**
     * Adds a viewing, unless the person has it, has watched the title that evening, or has removed the title
     * since. Returns nothing: what somebody has watched alone or removed is not for others to know.
     */
    add: (userId: string, id: string, viewing: NewViewing): Promise<void> =>
      db.personTransaction(userId, async (tx) => {
        if (await isThere(tx, userId, id, viewing)) return;
        await putViewing(tx, userId, id, viewing);
        await noteChange(tx, userId, 'history', now());
      }),

    /**
     * Removes a viewing that was added with this time, unless the person has changed it or continued the
     * title. It is not remembered as a removal, so the person's own playback of the title counts later.
     */
    takeBack: (userId: string, id: string, watchedAt: number): Promise<void> =>
      db.personTransaction(userId, async (tx) => {
        const row = await tx.lock<{ media: string }>(
          `SELECT media FROM watches WHERE user_id = ? AND id = ? AND watched_at = ? AND updated_at = ?
           AND NOT EXISTS (SELECT 1 FROM progress AS p
             WHERE p.user_id = watches.user_id AND p.id = watches.id AND p.updated_at > watches.watched_at)`,
          userId,
          id,
          watchedAt,
          watchedAt,
        );
        if (row === undefined) return;
        await takeOut(tx, userId, id, row.media);
        await noteChange(tx, userId, 'history', now());
      }),
  };
}

async function isThere(tx: Queries, userId: string, id: string, viewing: NewViewing): Promise<boolean> {
  const { ids, watchedAt } = viewing;
  const media = inList([...(await keysOf(tx, userId, ids))]);
  const found = await tx.one(
    `SELECT 1 FROM watches WHERE user_id = ? AND id = ?
     UNION ALL SELECT 1 FROM watches
       WHERE user_id = ? AND media IN ${media.sql} AND watched_at > ? AND watched_at < ?
     UNION ALL SELECT 1 FROM removals WHERE user_id = ? AND media IN ${media.sql} AND removed_at >= ?
     LIMIT 1`,
    userId,
    id,
    userId,
    ...media.values,
    watchedAt - EVENING_MS,
    watchedAt + EVENING_MS,
    userId,
    ...media.values,
    watchedAt,
  );
  return found !== undefined;
}

/** The keys under which the person may have the title: an episode may be known by its own id alone. */
async function keysOf(tx: Queries, userId: string, ids: MediaIds): Promise<ReadonlySet<string>> {
  const own = ids.episodeId === undefined ? [] : [`episode:${String(ids.episodeId)}`];
  return new Set([await findMedia(tx, userId, ids), ...own]);
}
