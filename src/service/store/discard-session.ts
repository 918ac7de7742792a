import { noteChange } from './changes';
import type { Transaction } from './engine/database';
import { followLatest } from './latest-session';
import type { MediaIds } from '../../core/library/media-key';
import { findMedia } from './person-media';
import { addToTallies } from './tallies';

/**
 * Ends the session of a title that is not watched yet. False: there is none. `at`: milliseconds since 1970.
 */
export async function discardSession(
  tx: Transaction,
  userId: string,
  ids: MediaIds,
  at: number,
): Promise<boolean> {
  const media = await findMedia(tx, userId, ids);
  const removed = await tx.run(
    'DELETE FROM progress WHERE user_id = ? AND media = ? AND watched_at IS NULL',
    userId,
    media,
  );
  if (removed === 0) return false;
  await addToTallies(tx, userId, { titles: -1 });
  // The previous viewing becomes the latest session again.
  await followLatest(tx, userId, media);
  await noteChange(tx, userId, 'scrobbles', at);
  return true;
}
