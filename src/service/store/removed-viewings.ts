import { noteChange } from './changes';
import { countViewings, addToTallies } from './count-viewings';
import type { Database, Queries, Transaction } from './engine/database';
import type { CreateId } from './ids';
import { followLatest, refreshTitle } from './latest-session';
import { rememberRemoval, takeOut, putViewing } from './viewings';
import type { MediaIds } from '../../core/library/media-key';

/** Maximum viewings removed at once, few enough not to delay other requests. */
export const removalLimit = 100;

/** How long a removal can be undone: 30 days. */
const KEPT_MS = 30 * 24 * 3600_000;

/** Viewings that a person has removed together, which can be brought back together. */
export function createRemovedViewings(
  db: Database,
  { now, createId }: { now: () => number; createId: CreateId },
) {
  return {
    /** Removes at most `removalLimit` of these viewings. Skips ids that the person does not have. */
    remove: (userId: string, ids: string[]): Promise<Removal> => {
      const removal = createId();
      return db.personTransaction(userId, async (tx) => {
        await tx.run(
          'DELETE FROM removed_watches WHERE user_id = ? AND removed_at < ?',
          userId,
          now() - KEPT_MS,
        );
        let count = 0;
        for (const id of [...new Set(ids)].slice(0, removalLimit)) {
          const media = await keep(tx, userId, { removal, id, at: now() });
          if (media === undefined) continue;
          await rememberRemoval(tx, userId, media, now());
          await takeOut(tx, userId, id, media);
          count += 1;
        }
        if (count > 0) await noteChange(tx, userId, 'history', now());
        return { removal, count };
      });
    },

    /** Brings back what was removed together. Returns the number of viewings; 0 if it is too late. */
    restore: (userId: string, removal: string): Promise<number> =>
      db.personTransaction(userId, async (tx) => {
        const count = await restore(tx, userId, removal);
        if (count > 0) await noteChange(tx, userId, 'history', now());
        return count;
      }),
  };
}

type Removal = Readonly<{
  removal: string;
  count: number;
}>;

/** Keeps a copy of a viewing, and returns the key of its title. */
async function keep(tx: Transaction, userId: string, copy: Copy): Promise<string | undefined> {
  const row = await tx.lock<{ media: string }>(
    'SELECT media FROM watches WHERE user_id = ? AND id = ?',
    userId,
    copy.id,
  );
  if (row === undefined) return undefined;
  await keepCopy(tx, userId, copy);
  return row.media;
}

type Copy = Readonly<{
  /** The id of the removal, which brings the copy back. */
  removal: string;
  id: string;
  at: number;
}>;

/** Keeps a copy of a viewing. Call it before the viewing is removed, in the same transaction. */
export async function keepCopy(tx: Queries, userId: string, { removal, id, at }: Copy): Promise<void> {
  await tx.run(KEEP, removal, at, userId, id);
}

const COLUMNS = 'user_id, id, media, episode_id, show_id, started_at, watched_at, import_id, gives_way';

/** The copy has the position of the viewing's session, which is removed together with the viewing. */
const KEEP = `
  INSERT INTO removed_watches (${COLUMNS}, progress, duration, updated_at, removal, removed_at)
  SELECT w.user_id, w.id, w.media, w.episode_id, w.show_id, w.started_at, w.watched_at, w.import_id,
    w.gives_way, coalesce(p.progress, w.progress), coalesce(p.duration, w.duration),
    coalesce(p.updated_at, w.updated_at), CAST(? AS TEXT),
    CAST(? AS BIGINT)
  FROM watches AS w LEFT JOIN progress AS p
    ON p.user_id = w.user_id AND p.media = w.media AND p.id = w.id
  WHERE w.user_id = ? AND w.id = ?`;

async function restore(tx: Transaction, userId: string, removal: string): Promise<number> {
  const rows = await tx.all<{ id: string; media: string }>(
    'SELECT id, media FROM removed_watches WHERE user_id = ? AND removal = ? ORDER BY id',
    userId,
    removal,
  );
  let count = 0;
  for (const row of rows) {
    if (!(await bringBack(tx, userId, removal, row))) continue;
    count += 1;
    await tx.run('DELETE FROM removals WHERE user_id = ? AND media = ?', userId, row.media);
  }
  await tx.run('DELETE FROM removed_watches WHERE user_id = ? AND removal = ?', userId, removal);
  return count;
}

/** Restores a copy to the history. False: the viewing exists. */
export async function bringBack(
  tx: Queries,
  userId: string,
  removal: string,
  { id, media }: Readonly<{ id: string; media: string }>,
): Promise<boolean> {
  const added = await tx.run(
    `INSERT INTO watches (${COLUMNS}, progress, duration, updated_at)
     SELECT ${COLUMNS}, progress, duration, updated_at FROM removed_watches
     WHERE user_id = ? AND removal = ? AND id = ? ON CONFLICT (user_id, id) DO NOTHING`,
    userId,
    removal,
    id,
  );
  if (added === 0) return false;
  await countViewings(tx, userId, { sql: 'id = ?', values: [id] });
  await addToTallies(tx, userId, { watches: 1 });
  await followLatest(tx, userId, media);
  await refreshTitle(tx, userId, media);
  return true;
}

/** Maximum viewings moved at once. */
export const moveLimit = 1000;

/** A viewing, and its correct film or episode. */
export type Move = Readonly<{
  id: string;
  to: MediaIds;
}>;

/** Moves viewings from a wrong title to the right one, and back. */
export function createMovedViewings(
  db: Database,
  { now, createId }: { now: () => number; createId: CreateId },
) {
  return {
    /** Moves these viewings. Skips ids that the person does not have. */
    move: (userId: string, moves: Move[]): Promise<{ moved: string; count: number }> => {
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

type OneMove = Move &
  Readonly<{
    moved: string;
    at: number;
  }>;

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
