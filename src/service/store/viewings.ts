import { noteChange } from './changes';
import { countViewings, uncountViewings, type Which, addToTallies } from './count-viewings';
import type { Database, Queries, Transaction } from './engine/database';
import { followLatest, refreshTitle } from './latest-session';
import { showOf, type MediaIds } from '../../core/library/media-key';
import type { Position } from '../../core/library/next-session';
import { findMedia, placeEpisode } from './person-media';

/** A viewing as its person states it. */
export type NewViewing = Readonly<{
  ids: MediaIds;
  position: Position;
  /** Milliseconds since 1970. */
  startedAt: number;
  watchedAt: number;
}>;

/** A person's corrections of the history. Each operation changes only viewings of this person. */
export function createViewings(db: Database, { now }: { now: () => number }) {
  return {
    /** False: no viewing has this id. */
    remove: (userId: string, id: string): Promise<boolean> =>
      db.personTransaction(userId, async (tx) => {
        const media = await findTitle(tx, userId, id);
        if (media === undefined) return false;
        await rememberRemoval(tx, userId, media, now());
        await takeOut(tx, userId, id, media);
        await noteChange(tx, userId, 'history', now());
        return true;
      }),

    /** False: no viewing has this id. */
    setTime: (userId: string, id: string, watchedAt: number): Promise<boolean> =>
      db.personTransaction(userId, async (tx) => {
        if (!(await setTime(tx, userId, id, watchedAt))) return false;
        await noteChange(tx, userId, 'history', now());
        return true;
      }),

    ...additions(db, now),
    ...viewingQueries(db),
  };
}

function additions(db: Database, now: () => number) {
  return {
    /** Adds a viewing, replaces the one of this id, or brings it back. */
    put: (userId: string, id: string, viewing: NewViewing): Promise<void> =>
      db.personTransaction(userId, async (tx) => {
        await putViewing(tx, userId, id, viewing);
        await noteChange(tx, userId, 'history', now());
      }),

    /**
     * Adds the viewings of titles that the person has not watched. Each must have another title. Returns for
     * each whether it was added.
     */
    putUnwatched: (userId: string, all: IdentifiedViewing[]): Promise<boolean[]> =>
      db.personTransaction(userId, async (tx) => {
        const added: boolean[] = [];
        for (const { id, ...viewing } of all) added.push(await addUnwatched(tx, userId, id, viewing));
        if (added.includes(true)) await noteChange(tx, userId, 'history', now());
        return added;
      }),
  };
}

function viewingQueries(db: Database) {
  return {
    /** The key under which the person has a film or an episode. */
    keyOf: (userId: string, ids: MediaIds): Promise<string> => findMedia(db, userId, ids),

    /** The ids of up to `limit` viewings of a title or of a series, latest first. */
    idsOf: async (userId: string, title: MediaIds | Readonly<{ show: number }>, limit: number) => {
      const isShow = 'show' in title;
      const rows = await db.all<{ id: string }>(
        `SELECT id FROM watches WHERE user_id = ? AND ${isShow ? 'show_id' : 'media'} = ?
         ORDER BY watched_at DESC, id DESC LIMIT ?`,
        userId,
        isShow ? title.show : await findMedia(db, userId, title),
        limit,
      );
      return rows.map(({ id }) => id);
    },
  };
}

export type IdentifiedViewing = NewViewing &
  Readonly<{
    id: string;
  }>;

export async function putViewing(
  tx: Transaction,
  userId: string,
  id: string,
  viewing: NewViewing,
): Promise<void> {
  const { ids } = viewing;
  const media = await findMedia(tx, userId, ids);
  await placeEpisode(tx, userId, ids);
  const before = await findTitle(tx, userId, id);
  if (before !== undefined && before !== media) await takeOut(tx, userId, id, before);
  await uncountViewings(tx, userId, ofId(id));
  await putWatch(tx, { userId, id, media, viewing });
  await keepDate(tx, userId, id);
  await countViewings(tx, userId, ofId(id));
  await tx.run('DELETE FROM removals WHERE user_id = ? AND media = ?', userId, media);
  await followLatest(tx, userId, media);
  await refreshTitle(tx, userId, media);
}

async function addUnwatched(
  tx: Transaction,
  userId: string,
  id: string,
  viewing: NewViewing,
): Promise<boolean> {
  const media = await findMedia(tx, userId, viewing.ids);
  const watched = await tx.one(
    'SELECT 1 FROM watches WHERE user_id = ? AND media = ? LIMIT 1',
    userId,
    media,
  );
  if (watched !== undefined) return false;
  await putWatch(tx, { userId, id, media, viewing });
  await countViewings(tx, userId, ofId(id));
  await followLatest(tx, userId, media);
  await refreshTitle(tx, userId, media);
  return true;
}

/** Notes a removal, so that further updates of the same playback do not add the viewing again. */
export async function rememberRemoval(tx: Queries, userId: string, media: string, at: number): Promise<void> {
  await tx.run(
    `INSERT INTO removals (user_id, media, removed_at) VALUES (?, ?, ?)
     ON CONFLICT (user_id, media) DO UPDATE SET removed_at = excluded.removed_at`,
    userId,
    media,
    at,
  );
}

async function setTime(tx: Transaction, userId: string, id: string, watchedAt: number): Promise<boolean> {
  const media = await findTitle(tx, userId, id);
  if (media === undefined) return false;
  await uncountViewings(tx, userId, ofId(id));
  for (const table of ['watches', 'progress'])
    await tx.run(
      `UPDATE ${table} SET watched_at = ? WHERE user_id = ? AND media = ? AND id = ?`,
      watchedAt,
      userId,
      media,
      id,
    );
  await keepDate(tx, userId, id);
  await countViewings(tx, userId, ofId(id));
  await followLatest(tx, userId, media);
  await refreshTitle(tx, userId, media);
  return true;
}

/** Marks the time of a viewing as stated by the person, so that no import replaces the viewing. */
async function keepDate(tx: Queries, userId: string, id: string): Promise<void> {
  await tx.run('UPDATE watches SET gives_way = NULL WHERE user_id = ? AND id = ?', userId, id);
}

const ofId = (id: string): Which => ({ sql: 'id = ?', values: [id] });

/** The film or episode of a viewing. */
async function findTitle(tx: Transaction, userId: string, id: string): Promise<string | undefined> {
  const row = await tx.lock<{ media: string }>(
    'SELECT media FROM watches WHERE user_id = ? AND id = ?',
    userId,
    id,
  );
  return row?.media;
}

/** Removes a viewing from the history, and updates the session of its title and the last episode. */
export async function takeOut(tx: Queries, userId: string, id: string, media: string): Promise<void> {
  await uncountViewings(tx, userId, ofId(id));
  await tx.run('DELETE FROM watches WHERE user_id = ? AND id = ?', userId, id);
  await addToTallies(tx, userId, { watches: -1 });
  const wasLatest = await tx.run(
    'DELETE FROM progress WHERE user_id = ? AND media = ? AND id = ?',
    userId,
    media,
    id,
  );
  if (wasLatest > 0) {
    await addToTallies(tx, userId, { titles: -1 });
    await followLatest(tx, userId, media);
  }
  await refreshTitle(tx, userId, media);
}

type NamedViewing = Readonly<{
  userId: string;
  id: string;
  media: string;
  viewing: NewViewing;
}>;

async function putWatch(tx: Queries, named: NamedViewing): Promise<void> {
  const { userId, id, media, viewing } = named;
  if (await changeWatch(tx, named)) return;
  const { ids, position, startedAt, watchedAt } = viewing;
  await tx.run(
    `INSERT INTO watches (user_id, id, media, episode_id, show_id, progress, duration, started_at, updated_at,
       watched_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    userId,
    id,
    media,
    ids.episodeId ?? null,
    showOf(media),
    position.progress,
    position.duration,
    startedAt,
    watchedAt,
    watchedAt,
  );
  await addToTallies(tx, userId, { watches: 1 });
}

/**
 * Changes a viewing and its session, if that is the latest. False: the person has no viewing with this id.
 */
async function changeWatch(tx: Queries, { userId, id, media, viewing }: NamedViewing): Promise<boolean> {
  const { position, watchedAt } = viewing;
  const change = (table: 'watches' | 'progress') =>
    tx.run(
      `UPDATE ${table} SET progress = ?, duration = ?, watched_at = ?
       WHERE user_id = ? AND media = ? AND id = ?`,
      position.progress,
      position.duration,
      watchedAt,
      userId,
      media,
      id,
    );
  if ((await change('watches')) === 0) return false;
  await change('progress');
  return true;
}
