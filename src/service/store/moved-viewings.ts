import { noteChange } from './changes';
import type { Database, Transaction } from './engine/database';
import type { CreateId } from './ids';
import type { MediaIds } from '../../core/library/media-key';
import { bringBack, keepCopy } from './removed-viewings';
import { putViewing, rememberRemoval, takeOut } from './viewings';

export type MovedViewings = ReturnType<typeof createMovedViewings>;

/** Maximum viewings moved at once. */
export const moveLimit = 1000;

/** A viewing, and the film or episode that it was of. */
export type Move = Readonly<{
  id: string;
  to: MediaIds;
}>;

/** Moves viewings from a wrong title to the right one together; they can be moved back. */
export function createMovedViewings(
  db: Database,
  { now, createId }: { now: () => number; createId: CreateId },
) {
  return {
    /** Moves those of these viewings that the person has. */
    move: (userId: string, moves: readonly Move[]): Promise<{ moved: string; count: number }> => {
      const moved = createId();
      return db.personTransaction(userId, async (tx) => {
        let count = 0;
        for (const move of moves.slice(0, moveLimit))
          if (await moveOne(tx, userId, { ...move, moved, at: now() })) count += 1;
        if (count > 0) await noteChange(tx, userId, 'history', now());
        return { moved, count };
      });
    },

    /** Moves back what was moved together. Returns the number of viewings; 0 if it is too late. */
    moveBack: (userId: string, moved: string): Promise<number> =>
      db.personTransaction(userId, async (tx) => {
        const count = await moveBack(tx, userId, moved);
        if (count > 0) await noteChange(tx, userId, 'history', now());
        return count;
      }),
  };
}

interface OneMove extends Move {
  readonly moved: string;
  readonly at: number;
}

async function moveOne(tx: Transaction, userId: string, { id, to, moved, at }: OneMove): Promise<boolean> {
  const row = await tx.lock<Moved>(
    `SELECT media, progress, duration, started_at AS "startedAt", watched_at AS "watchedAt"
     FROM watches WHERE user_id = ? AND id = ?`,
    userId,
    id,
  );
  if (row === undefined) return false;
  const { media, progress, duration, startedAt, watchedAt } = row;
  await keepCopy(tx, userId, { removal: moved, id, at });
  await rememberRemoval(tx, userId, media, at);
  await putViewing(tx, userId, id, { ids: to, position: { progress, duration }, startedAt, watchedAt });
  return true;
}

type Moved = Readonly<{
  media: string;
  progress: number;
  duration: number;
  startedAt: number;
  watchedAt: number;
}>;

async function moveBack(tx: Transaction, userId: string, moved: string): Promise<number> {
  const copies = await tx.all<{ id: string; media: string }>(
    'SELECT id, media FROM removed_watches WHERE user_id = ? AND removal = ? ORDER BY id',
    userId,
    moved,
  );
  let count = 0;
  for (const copy of copies) {
    const now = await tx.one<{ media: string }>(
      'SELECT media FROM watches WHERE user_id = ? AND id = ?',
      userId,
      copy.id,
    );
    // A viewing that was removed meanwhile stays removed.
    if (now === undefined) continue;
    await takeOut(tx, userId, copy.id, now.media);
    if (await bringBack(tx, userId, moved, copy)) count += 1;
    await tx.run('DELETE FROM removals WHERE user_id = ? AND media = ?', userId, copy.media);
  }
  await tx.run('DELETE FROM removed_watches WHERE user_id = ? AND removal = ?', userId, moved);
  return count;
}
