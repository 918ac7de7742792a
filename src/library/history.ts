import { mediaKey, type MediaIds } from '../core/library/media-key';
import type { LibraryDatabase, Watch, LibraryPlaying, LibraryWorld } from './database';
import { isWatched, mayBeRest, nextStep } from '../core/library/next-session';
import { defined } from '../core/values/defined';

/** A viewing as the person states it. */
type StatedViewing = Readonly<{
  ids: MediaIds;
  position: PlayedPosition;
  watchedAt: number;
}>;

/** The history, newest first; at most `limit` entries that are older than `before`. */
export async function listWatches(
  database: LibraryDatabase,
  { limit = Infinity, before = Infinity }: Readonly<{ limit?: number; before?: number }> = {},
): Promise<Watch[]> {
  const range = before === Infinity ? null : IDBKeyRange.upperBound(before, true);
  const found: Watch[] = [];
  let cursor = await database.transaction('watches').store.index('watchedAt').openCursor(range, 'prev');
  for (; cursor !== null && found.length < limit; cursor = await cursor.continue()) found.push(cursor.value);
  return found;
}

/** All viewings of a film or an episode, newest first. */
export async function watchesOf(database: LibraryDatabase, ids: MediaIds): Promise<Watch[]> {
  return newestFirst(await database.getAllFromIndex('watches', 'media', mediaKey(ids)));
}

/** Adds a viewing, replaces the one of this id, or brings it back. */
export async function putViewing(
  database: LibraryDatabase,
  id: string,
  { ids, position, watchedAt }: StatedViewing,
): Promise<void> {
  const change = beginChange(database);
  const before = await change.watches.get(id);
  const media = mediaKey(ids);
  const startedAt = before?.startedAt ?? Math.max(0, watchedAt - position.progress * 1000);
  await change.watches.put({ id, media, ids, ...position, startedAt, updatedAt: watchedAt, watchedAt });
  await change.removals.delete(media);
  if (before !== undefined && before.media !== media) await followLatest(change, before.media, id);
  await followLatest(change, media, id);
  return change.done;
}

/**
 * Returns what was removed; `undefined`: no viewing has this id. Updates of the same playing do not add it
 * again.
 */
export async function removeViewing(
  database: LibraryDatabase,
  id: string,
  now: number,
): Promise<Watch | undefined> {
  const change = beginChange(database);
  const found = await change.watches.get(id);
  if (found !== undefined) {
    await change.watches.delete(id);
    await change.removals.put({ media: found.media, at: now });
    await followLatest(change, found.media, id);
  }
  await change.done;
  return found;
}

/** Removes a title that was started and not watched. False: there is none. */
export async function discardPlaying(database: LibraryDatabase, ids: MediaIds): Promise<boolean> {
  const change = beginChange(database);
  const media = mediaKey(ids);
  const found = await change.progress.get(media);
  const isOpen = found !== undefined && found.watchedAt === undefined;
  if (isOpen) {
    await change.progress.delete(media);
    await followLatest(change, media, found.id);
  }
  await change.done;
  return isOpen;
}

/**
 * After a change of a viewing, makes the latest viewing of its title the last playing, unless one is open.
 */
async function followLatest({ progress, watches }: PlaybackChange, media: string, id: string): Promise<void> {
  const current = await progress.get(media);
  const isOpen = current !== undefined && current.watchedAt === undefined && current.id !== id;
  if (isOpen) return;
  const [latest] = newestFirst(await watches.index('media').getAll(media));
  if (latest === undefined) await progress.delete(media);
  else if (current === undefined || current.id === id || latest.watchedAt > current.updatedAt)
    await progress.put(latest);
}

function newestFirst(watches: Watch[]): Watch[] {
  return watches.toSorted((a, b) => b.watchedAt - a.watchedAt || (a.id < b.id ? 1 : -1));
}

/** Whole seconds. */
type PlayedPosition = Readonly<{
  progress: number;
  duration: number;
}>;

/** Stores an update: it begins a playing, moves the open one, or makes it an entry of the history. */
export async function updatePlayback(
  { database, now, newId }: Pick<LibraryWorld, 'database' | 'now' | 'newId'>,
  ids: MediaIds,
  position: PlayedPosition,
): Promise<void> {
  const media = mediaKey(ids);
  const at = now();
  const change = beginChange(database);
  const latest = await change.progress.get(media);
  const step = await stepOf(change, { media, latest, position, at });
  if (step === 'ignore') return change.done;
  const goesOn = step === 'begin' ? undefined : latest;
  const playing: LibraryPlaying = {
    ...(goesOn ?? { id: newId(), startedAt: at }),
    ...position,
    media,
    ids: { ...latest?.ids, ...ids },
    updatedAt: at,
    ...defined({
      watchedAt: goesOn?.watchedAt ?? (isWatched(position.progress, position.duration) ? at : undefined),
    }),
  };
  await change.progress.put(playing);
  if (goesOn === undefined) await change.removals.delete(media);
  const { watchedAt } = playing;
  if (watchedAt !== undefined) await change.watches.put({ ...playing, watchedAt });
  return change.done;
}

type LibraryUpdate = Readonly<{
  media: string;
  latest: LibraryPlaying | undefined;
  position: PlayedPosition;
  at: number;
}>;

async function stepOf({ removals }: PlaybackChange, { media, latest, position, at }: LibraryUpdate) {
  const watched = latest?.watchedAt !== undefined;
  const removed = mayBeRest(latest && { watched }, position) && (await removals.get(media)) !== undefined;
  if (latest === undefined && !removed) return nextStep(undefined, position);
  return nextStep({ watched, removed, quietMs: at - (latest?.updatedAt ?? at) }, position);
}

/**
 * A transaction that completes only once it is on the disk, because acknowledged updates are not sent again.
 */
function beginChange(database: LibraryDatabase) {
  const stores = ['progress', 'watches', 'removals'] as const;
  const transaction = database.transaction(stores, 'readwrite', { durability: 'strict' });
  return {
    progress: transaction.objectStore('progress'),
    watches: transaction.objectStore('watches'),
    removals: transaction.objectStore('removals'),
    done: transaction.done,
  };
}

type PlaybackChange = ReturnType<typeof beginChange>;

/** Titles that were started and not watched, latest update first. */
export async function openPlayings(database: LibraryDatabase): Promise<LibraryPlaying[]> {
  const all = await database.getAll('progress');
  return all
    .filter(({ watchedAt, progress }) => watchedAt === undefined && progress > 0)
    .toSorted((a, b) => b.updatedAt - a.updatedAt);
}
