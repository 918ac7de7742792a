import { mediaKey, showOf, type MediaIds } from '../../core/library/media-key';
import {
  isWatched,
  mayBeRest,
  nextStep,
  type LatestSession,
  type Position,
} from '../../core/library/next-session';
import { noteChange } from './changes';
import { countViewings, addToTallies } from './count-viewings';
import type { Queries, Transaction } from './engine/database';
import type { CreateId } from './ids';
import { keepPosition, type LastPosition, followLatest, refreshTitle } from './latest-session';
import { findMedia, placeEpisode } from './person-media';

export type UpdateOptions = Readonly<{
  now: () => number;
  createId: CreateId;
}>;

export type PositionUpdate = Readonly<{
  userId: string;
  ids: MediaIds;
  position: Position;
  /** A media server has reported the end of playback, perhaps without an earlier report. */
  isEnd?: boolean;
  /** The time of the position, in milliseconds since 1970. Absent: now. */
  at?: number;
}>;

/** A row of `progress`: the latest session of a person and a film or episode. */
type ProgressRow = LastPosition &
  Readonly<{
    episodeId: number | null;
    watchedAt: number | null;
  }>;

/** Begins a session, moves the open one, or marks it as watched, by the rules of `nextStep`. */
export async function applyUpdate(
  tx: Transaction,
  update: PositionUpdate,
  options: UpdateOptions,
): Promise<void> {
  const { userId, ids, position } = update;
  const media = await findMedia(tx, userId, ids);
  const latest = await findSession(tx, update, media);
  const removed = await isRemoved(tx, update, media, latest);
  const { at = options.now() } = update;
  const step = nextStep(latest || removed ? factsOf(latest, removed, at) : undefined, position, update.isEnd);
  if (step === 'ignore') return;
  if (step === 'begin' || latest === undefined) {
    const isBegun = await begin(tx, { ...update, media, id: options.createId(), at }, latest);
    // Another process has just begun a session; the update belongs to it.
    if (!isBegun) await applyUpdate(tx, update, options);
    return;
  }
  await move(tx, update, media, { ...latest, watchedAt: step === 'watch' ? at : latest.watchedAt }, at);
  if (step === 'watch') await addWatch(tx, userId, media, at);
}

/** The facts that `nextStep` needs. `at`: the time of the update, in milliseconds since 1970. */
function factsOf(latest: ProgressRow | undefined, removed: boolean, at: number): LatestSession {
  return { watched: latest?.watchedAt != null, removed, quietMs: at - (latest?.updatedAt ?? at) };
}

/** Stores the new position of a session. */
async function move(
  tx: Queries,
  { userId, ids, position }: PositionUpdate,
  media: string,
  { watchedAt, episodeId }: ProgressRow,
  at: number,
): Promise<void> {
  await tx.run(
    `UPDATE progress SET progress = ?, duration = ?, updated_at = ?, watched_at = ?, episode_id = ?
     WHERE user_id = ? AND media = ?`,
    position.progress,
    position.duration,
    at,
    watchedAt,
    ids.episodeId ?? episodeId,
    userId,
    media,
  );
}

/**
 * The latest session of a title, with a lock on its row. If there is none, first moves what the person has
 * under the episode's own id to `media`: see `placeEpisode`.
 */
export async function findSession(
  tx: Transaction,
  { userId, ids }: PositionUpdate,
  media: string,
): Promise<ProgressRow | undefined> {
  const read = () =>
    tx.lock<ProgressRow>(
      `SELECT id, episode_id AS "episodeId", progress, duration, updated_at AS "updatedAt",
         watched_at AS "watchedAt"
       FROM progress WHERE user_id = ? AND media = ?`,
      userId,
      media,
    );
  const session = await read();
  if (session !== undefined || ids.episodeId === undefined || media !== mediaKey(ids)) return session;
  await placeEpisode(tx, userId, ids);
  return read();
}

/**
 * Whether the person has removed a viewing of the title to which this update may still belong. Queries only
 * if `mayBeRest` allows it.
 */
async function isRemoved(
  tx: Queries,
  { userId, position }: PositionUpdate,
  media: string,
  latest: ProgressRow | undefined,
): Promise<boolean> {
  if (!mayBeRest(latest && { watched: latest.watchedAt !== null }, position)) return false;
  const row = await tx.one('SELECT 1 FROM removals WHERE user_id = ? AND media = ?', userId, media);
  return row !== undefined;
}

type NewSession = PositionUpdate &
  Readonly<{
    media: string;
    id: string;
    /** Milliseconds since 1970. */
    at: number;
  }>;

/**
 * Begins a session, in place of the session `before`. False: `before` is `undefined`, but another transaction
 * has begun a session meanwhile.
 */
export async function begin(
  tx: Queries,
  session: NewSession,
  before: ProgressRow | undefined,
): Promise<boolean> {
  const { userId, media, id, ids, position, at } = session;
  const watched = isWatched(position.progress, position.duration);
  const added = await tx.run(
    `INSERT INTO progress
       (user_id, media, id, episode_id, progress, duration, started_at, updated_at, watched_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ${before === undefined ? ONLY_NEW : REPLACING}`,
    userId,
    media,
    id,
    ids.episodeId ?? null,
    position.progress,
    position.duration,
    at,
    at,
    watched ? at : null,
  );
  if (added === 0) return false;
  if (before === undefined) await addToTallies(tx, userId, { titles: 1 });
  else await keepPosition(tx, userId, before);
  await tx.run('DELETE FROM removals WHERE user_id = ? AND media = ?', userId, media);
  if (watched) await addWatch(tx, userId, media, at);
  return true;
}

const ONLY_NEW = 'ON CONFLICT (user_id, media) DO NOTHING';

const REPLACING = `
  ON CONFLICT (user_id, media) DO UPDATE
  SET id = excluded.id, episode_id = coalesce(excluded.episode_id, progress.episode_id),
    progress = excluded.progress, duration = excluded.duration, started_at = excluded.started_at,
    updated_at = excluded.updated_at, watched_at = excluded.watched_at`;

/** Adds a session that has reached 90 % to the history, and updates the last episode of its series. */
async function addWatch(tx: Queries, userId: string, media: string, at: number): Promise<void> {
  const added = await tx.run(
    `INSERT INTO watches (user_id, id, media, episode_id, show_id, progress, duration, started_at, updated_at,
       watched_at)
     SELECT user_id, id, media, episode_id, CAST(? AS BIGINT), progress, duration, started_at, updated_at,
       watched_at FROM progress WHERE user_id = ? AND media = ?
     ON CONFLICT (user_id, id) DO NOTHING`,
    showOf(media),
    userId,
    media,
  );
  if (added === 0) return;
  await countViewings(tx, userId, { sql: 'media = ?', values: [media] });
  await addToTallies(tx, userId, { watches: 1 });
  await refreshTitle(tx, userId, media);
  await noteChange(tx, userId, 'history', at);
}

/** Deletes the open session of a title. False: there is none. `at`: milliseconds since 1970. */
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
