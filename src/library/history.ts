import { mediaKey, type MediaIds } from '../core/library/media-key';
import type { LibraryDatabase, Watch } from './database';
import { beginChange, type PlaybackChange, type PlayedPosition } from './playback';

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
