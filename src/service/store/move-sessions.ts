import { mediaKey } from '../../core/library/media-key';
import { isWatched } from '../../core/library/next-session';
import type { PositionUpdate } from './apply-update';
import type { Transaction } from './engine/database';
import { lockFree, rowsOf, type RowOf } from './engine/rows';

/** An update as a parameter row of a statement. */
export type UpdateRow = RowOf<typeof UPDATES> &
  Readonly<{
    user_id: string;
    media: string;
    /** The key of an episode by its own id alone. */
    own: string | null;
    watched: 0 | 1;
    at: number;
    update: PositionUpdate;
  }>;

export function rowOf(update: PositionUpdate, now: number): UpdateRow {
  const { userId, ids, position, at = now } = update;
  const { episodeId } = ids;
  return {
    user_id: userId,
    media: mediaKey(ids),
    own: episodeId === undefined ? null : mediaKey({ type: 'episode', episodeId }),
    episode_id: episodeId ?? null,
    ...position,
    watched: isWatched(position.progress, position.duration) ? 1 : 0,
    at,
    update,
  };
}

export type TitleKey = Pick<UpdateRow, 'user_id' | 'media'>;

export const keyOf = ({ user_id, media }: TitleKey) => `${user_id} ${media}`;

export const UPDATES = {
  user_id: 'TEXT',
  media: 'TEXT',
  own: 'TEXT',
  episode_id: 'BIGINT',
  progress: 'BIGINT',
  duration: 'BIGINT',
  watched: 'BIGINT',
  at: 'BIGINT',
} as const;

export const textOf = (rows: UpdateRow[]) => JSON.stringify(rows, Object.keys(UPDATES));

/**
 * Moves the sessions whose updates change only a position: see `moveOn`. Returns the keys of these updates.
 * On SQLite, a statement per update costs less than parsing JSON.
 */
export async function moveSessions(tx: Transaction, rows: UpdateRow[]): Promise<TitleKey[]> {
  if (tx.engine === 'postgres') return moveAll(tx, rows);
  const moved: TitleKey[] = [];
  for (const row of rows) if (await moveOn(tx, row.update, row.at)) moved.push(row);
  return moved;
}

/** Moves sessions with one statement, which skips rows that another transaction has locked. */
function moveAll(tx: Transaction, rows: UpdateRow[]): Promise<TitleKey[]> {
  return tx.all(
    `WITH moved AS (
       SELECT u.* FROM ${rowsOf(tx.engine, UPDATES)}
       JOIN progress AS p ON p.user_id = u.user_id AND p.media = u.media
         AND (p.watched_at IS NOT NULL) = (u.watched = 1)
       ${lockFree(tx.engine)})
     UPDATE progress SET progress = moved.progress, duration = moved.duration, updated_at = moved.at,
       episode_id = coalesce(moved.episode_id, progress.episode_id)
     FROM moved WHERE progress.user_id = moved.user_id AND progress.media = moved.media
     RETURNING progress.user_id, progress.media`,
    textOf(rows),
  );
}

/**
 * Moves a session if the update changes only its position: an open session stays below 90 %, or a watched one
 * stays at 90 % or more. Most updates do, so one statement stores them. False: nothing was changed, because
 * the update does more.
 */
export async function moveOn(
  db: Pick<Transaction, 'run'>,
  { userId, ids, position }: PositionUpdate,
  at: number,
): Promise<boolean> {
  const { progress, duration } = position;
  const moved = await db.run(
    isWatched(progress, duration) ? MOVE_WATCHED : MOVE_OPEN,
    progress,
    duration,
    at,
    userId,
    mediaKey(ids),
    ids.episodeId ?? null,
    ids.episodeId ?? null,
  );
  return moved > 0;
}

/**
 * Does not set `episode_id`, because SQLite rewrites the index of each column that is set. If the update has
 * another `episode_id`, `applyUpdate` stores it.
 */
const MOVE = `
  UPDATE progress SET progress = ?, duration = ?, updated_at = ?
  WHERE user_id = ? AND media = ? AND (CAST(? AS BIGINT) IS NULL OR episode_id = CAST(? AS BIGINT))`;
const MOVE_OPEN = `${MOVE} AND watched_at IS NULL`;
const MOVE_WATCHED = `${MOVE} AND watched_at IS NOT NULL`;
