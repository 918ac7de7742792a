import { countViewings, uncountViewings } from './count-viewings';
import type { Queries } from './engine/database';
import { mediaKey, showOf, type MediaIds } from '../../core/library/media-key';
import { refreshTitle } from './latest-session';
import { refreshTitles } from './watched-titles';

/**
 * The key under which the person has this film or episode. Once an update has named an episode by its own id
 * and by series, season and number, its own id alone finds it too.
 */
export async function findMedia(db: Queries, userId: string, ids: MediaIds): Promise<string> {
  const key = mediaKey(ids);
  if (ids.episodeId === undefined || key !== mediaKey({ type: 'episode', episodeId: ids.episodeId }))
    return key;
  const row = await db.one<{ media: string }>(
    'SELECT media FROM progress WHERE user_id = ? AND episode_id = ? ORDER BY media DESC LIMIT 1',
    userId,
    ids.episodeId,
  );
  return row?.media ?? key;
}

/**
 * Moves the person's data of an episode from the key by its own id to the key by series, season and number.
 * Does nothing if only the second key has a session.
 */
export async function placeEpisode(db: Queries, userId: string, ids: MediaIds): Promise<void> {
  const { episodeId } = ids;
  const to = mediaKey(ids);
  if (ids.type !== 'episode' || episodeId === undefined) return;
  const from = mediaKey({ type: 'episode', episodeId });
  if (from === to || !(await moveTitle(db, 'progress', { userId, from, to }))) return;
  await uncountViewings(db, userId, { sql: 'media = ?', values: [from] });
  await db.run(
    'UPDATE watches SET media = ?, show_id = ? WHERE user_id = ? AND media = ?',
    to,
    showOf(to),
    userId,
    from,
  );
  await countViewings(db, userId, { sql: 'media = ?', values: [to] });
  await moveTitle(db, 'ratings', { userId, from, to });
  await moveTitle(db, 'removals', { userId, from, to });
  await refreshTitles(db, userId, { sql: '(?)', values: [from] });
  await refreshTitle(db, userId, to);
}

type Move = Readonly<{
  userId: string;
  from: string;
  to: string;
}>;

/** Moves a row to another key. False: there is no row, or the other key is taken. */
async function moveTitle(
  db: Queries,
  table: 'progress' | 'ratings' | 'removals',
  { userId, from, to }: Move,
): Promise<boolean> {
  const taken = await db.one(`SELECT 1 FROM ${table} WHERE user_id = ? AND media = ?`, userId, to);
  if (taken !== undefined) return false;
  const moved = await db.run(
    `UPDATE ${table} SET media = ? WHERE user_id = ? AND media = ?`,
    to,
    userId,
    from,
  );
  return moved > 0;
}
