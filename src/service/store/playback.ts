import { noteChange } from './changes';
import { countViewings } from './count-viewings';
import { discardSession } from './discard-session';
import type { Database, Queries, Transaction } from './engine/database';
import type { CreateId } from './ids';
import { keepPosition, type LastPosition } from './latest-session';
import { mediaKey, showOf, type MediaIds } from '../../core/library/media-key';
import { findMedia, placeEpisode } from './person-media';
import { isWatched, mayBeRest, nextStep, type LatestSession } from '../../core/library/next-session';
import { addToTallies } from './tallies';
import { refreshTitle } from './show-progress';

/** A position in a film or episode; whole seconds. */
export interface Position {
  readonly progress: number;
  readonly duration: number;
}

export type Playback = ReturnType<typeof createPlayback>;

interface Options {
  readonly now: () => number;
  readonly createId: CreateId;
}

/** Playback updates. Each begins a session, moves the open one, or marks it as watched. */
export function createPlayback(db: Database, options: Options) {
  return {
    /** Stores the update. `nextStep` describes the rules. */
    async update(
      userId: string,
      ids: MediaIds,
      position: Position,
      { isEnd = false }: { readonly isEnd?: boolean } = {},
    ): Promise<void> {
      const update = { userId, ids, position, isEnd };
      if (!isEnd && (await moveOn(db, update, options.now()))) return;
      await db.personTransaction(userId, (tx) => applyUpdate(tx, update, options));
    },

    /**
     * A player has begun a title. Only where it was watched before something follows: what comes next is
     * another viewing, however far its first position is. False: it was not watched before.
     */
    beginAgain: (userId: string, ids: MediaIds, { duration }: Position): Promise<boolean> =>
      db.personTransaction(userId, async (tx) => {
        const update = { userId, ids, position: { progress: 0, duration } };
        const latest = await findSession(tx, update, await findMedia(tx, userId, ids));
        if (latest === undefined || latest.watchedAt === null) return false;
        await applyUpdate(tx, update, options);
        return true;
      }),

    /** Begins a session where the title has none. False: it has one, or was watched. */
    beginUnlessBegun: (userId: string, ids: MediaIds, position: Position): Promise<boolean> =>
      db.personTransaction(userId, async (tx) => {
        const media = await findMedia(tx, userId, ids);
        const session = { userId, ids, position, media, id: options.createId(), at: options.now() };
        return begin(tx, session, undefined);
      }),

    /** Ends the session of a title that is not watched yet. False: there is none. */
    discard: (userId: string, ids: MediaIds): Promise<boolean> =>
      db.personTransaction(userId, (tx) => discardSession(tx, userId, ids, options.now())),
  };
}

interface Update {
  readonly userId: string;
  readonly ids: MediaIds;
  readonly position: Position;
  /** A media server has played it to its end. It may have said nothing before. */
  readonly isEnd?: boolean;
}

/** A row of `progress`: the latest session of a person and a film or episode. */
interface Session extends LastPosition {
  readonly episodeId: number | null;
  readonly watchedAt: number | null;
}

/**
 * Most updates only move a session: one that goes on below 90%, or one that was watched and goes on from 90%.
 * One statement does it. False: nothing was changed, the update is another one.
 */
async function moveOn(db: Database, { userId, ids, position }: Update, at: number): Promise<boolean> {
  const { progress, duration } = position;
  const moved = await db.run(
    isWatched(progress, duration) ? MOVE_WATCHED : MOVE_OPEN,
    progress,
    duration,
    at,
    ids.episodeId ?? null,
    userId,
    mediaKey(ids),
  );
  return moved > 0;
}

const MOVE = `
  UPDATE progress SET progress = ?, duration = ?, updated_at = ?,
    episode_id = coalesce(CAST(? AS BIGINT), episode_id)
  WHERE user_id = ? AND media = ?`;
const MOVE_OPEN = `${MOVE} AND watched_at IS NULL`;
const MOVE_WATCHED = `${MOVE} AND watched_at IS NOT NULL`;

async function applyUpdate(tx: Transaction, update: Update, options: Options): Promise<void> {
  const { userId, ids, position } = update;
  const media = await findMedia(tx, userId, ids);
  const latest = await findSession(tx, update, media);
  const removed = await isRemoved(tx, update, media, latest);
  const at = options.now();
  const step = nextStep(latest || removed ? factsOf(latest, removed, at) : undefined, position, update.isEnd);
  if (step === 'ignore') return;
  if (step === 'begin' || latest === undefined) {
    const isBegun = await begin(tx, { ...update, media, id: options.createId(), at }, latest);
    // Another process has just begun one: the update belongs to that.
    if (!isBegun) await applyUpdate(tx, update, options);
    return;
  }
  await move(tx, update, media, { ...latest, watchedAt: step === 'watch' ? at : latest.watchedAt }, at);
  if (step === 'watch') await addWatch(tx, userId, media, at);
}

/** `at`: now, in milliseconds since 1970. */
function factsOf(latest: Session | undefined, removed: boolean, at: number): LatestSession {
  return { watched: latest?.watchedAt != null, removed, quietMs: at - (latest?.updatedAt ?? at) };
}

/** The new position of a session. */
async function move(
  tx: Queries,
  { userId, ids, position }: Update,
  media: string,
  { watchedAt, episodeId }: Session,
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

async function findSession(
  tx: Transaction,
  { userId, ids }: Update,
  media: string,
): Promise<Session | undefined> {
  const read = () =>
    tx.lock<Session>(
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

/** Whether the person has removed the viewing of the last playing. Only asked where the answer matters. */
async function isRemoved(
  tx: Queries,
  { userId, position }: Update,
  media: string,
  latest: Session | undefined,
): Promise<boolean> {
  if (!mayBeRest(latest && { watched: latest.watchedAt !== null }, position)) return false;
  const row = await tx.one('SELECT 1 FROM removals WHERE user_id = ? AND media = ?', userId, media);
  return row !== undefined;
}

interface NewSession extends Update {
  readonly media: string;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Begins a session, in the place of the one before. False: there is one that was not there `before`. */
async function begin(tx: Queries, session: NewSession, before: Session | undefined): Promise<boolean> {
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

/** The session has crossed 90 %: an entry of the history, and the last episode of its series. */
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
