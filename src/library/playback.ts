import { mediaKey, type MediaIds } from '../core/library/media-key';
import { isWatched, mayBeRest, nextStep } from '../core/library/next-session';
import { defined } from '../core/values/defined';
import type { LibraryDatabase, LibraryPlaying, LibraryWorld } from './database';

/** Whole seconds. */
export type PlayedPosition = Readonly<{
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
export function beginChange(database: LibraryDatabase) {
  const stores = ['progress', 'watches', 'removals'] as const;
  const transaction = database.transaction(stores, 'readwrite', { durability: 'strict' });
  return {
    progress: transaction.objectStore('progress'),
    watches: transaction.objectStore('watches'),
    removals: transaction.objectStore('removals'),
    done: transaction.done,
  };
}

export type PlaybackChange = ReturnType<typeof beginChange>;

/** Titles that were started and not watched, latest update first. */
export async function openPlayings(database: LibraryDatabase): Promise<LibraryPlaying[]> {
  const all = await database.getAll('progress');
  return all
    .filter(({ watchedAt, progress }) => watchedAt === undefined && progress > 0)
    .toSorted((a, b) => b.updatedAt - a.updatedAt);
}
