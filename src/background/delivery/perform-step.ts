import {
  targetRating,
  type HistoryChange,
  type ChangeStep,
  type ChangedViewing,
} from '../../core/outbox/history-change';
import type { Media } from '../../core/media/media';
import { isRecord } from '../../core/values/is-record';
import type { Tracker } from '../../tracker/client';
import { scrobbleInput } from '../../protocol/tracker/media-requests';
import { TrackerError } from '../../tracker/tracker-error';
import type { Fields } from '../../protocol/tracker/read-fields';
import { defined } from '../../core/values/defined';
import type { MediaStatus } from '../../protocol/tracker/read-media-status';

/** What a request has shown about a viewing. */
export type ViewingFacts = Partial<ChangedViewing>;

/**
 * Sends the request of one step. Rejects with a TrackerError; 404 means that the tracker lacks the operation.
 */
export async function performStep(
  tracker: Tracker,
  change: HistoryChange,
  { kind, index }: ChangeStep,
  newId: () => string,
): Promise<ViewingFacts> {
  const viewing = change.viewings[index] ?? change.viewings[0];
  const { media, entryId = '' } = viewing;
  const { progress, duration, ...ids } = scrobbleInput(media, change.position, change.duration);
  const query = `?${String(new URLSearchParams(ids as unknown as Record<string, string>))}`;
  const path = `/matinee/history/${encodeURIComponent(entryId)}`;
  switch (kind) {
    case 'find':
      return findEntry(await tracker.list(`/matinee/history${query}`), change, newId);
    case 'put': {
      const watchedAt = change.viewings[0].watchedAt ?? new Date(change.at).toISOString();
      await tracker.call('PUT', path, { ...ids, progress, duration, watchedAt });
      return { is: true };
    }
    case 'remove':
      await removeEntry(tracker, path, async () =>
        (await tracker.list(`/matinee/history${query}`)).some(({ id }) => id === entryId),
      );
      return { is: false };
    case 'rate':
      return rate(tracker, viewing, change.rating, { ids, query });
  }
}

/** Before our first rating, reads the existing one so that it can be restored. */
async function rate(
  tracker: Tracker,
  viewing: ChangedViewing,
  rating: number | undefined,
  { ids, query }: Readonly<{ ids: object; query: string }>,
): Promise<ViewingFacts> {
  const { media, rated } = viewing;
  if (rated === undefined) {
    const found = (await tracker.list(`/matinee/ratings${query}`)).find((one) => isOf(one, media));
    const before = typeof found?.['rating'] === 'number' ? found['rating'] : null;
    return { rated: { before, is: before } };
  }
  const is = targetRating(viewing, rating) ?? null;
  await tracker.call('PUT', '/matinee/ratings', { ...ids, rating: is });
  return { rated: { ...rated, is } };
}

/**
 * A 404 is a success if the entry is gone, for example after a lost answer; otherwise the tracker cannot
 * remove it.
 */
async function removeEntry(tracker: Tracker, path: string, isThere: () => Promise<boolean>): Promise<void> {
  try {
    await tracker.call('DELETE', path);
  } catch (error) {
    if (!(error instanceof TrackerError) || error.status !== 404 || (await isThere())) throw error;
  }
}

/**
 * The entry of the viewing, nearest in time: with the same length and position, or at about its time. If the
 * history has no entry of this title, it is already gone, and gets an id of ours if it is wanted again.
 * Throws if there are only other entries: which of them is meant is not guessed.
 */
function findEntry(entries: Fields[], change: HistoryChange, newId: () => string): ViewingFacts {
  const { at, position, duration, viewings } = change;
  const own = entries.filter((entry) => isOf(entry, viewings[0].media));
  if (own.length === 0) return { is: false, entryId: newId() };
  const distance = ({ watchedAt }: Fields) => Math.abs(Date.parse(String(watchedAt)) - at);
  const found = own
    .sort((a, b) => distance(a) - distance(b))
    .find((one) => (one['progress'] === position && one['duration'] === duration) || distance(one) < NEAR);
  if (found === undefined) throw cannot();
  return { entryId: String(found['id']), watchedAt: String(found['watchedAt']) };
}

/** Milliseconds between watching and recording. */
const NEAR = 600_000;

/** Whether an entry names this media, comparing only fields that both state. */
function isOf(entry: Fields, media: Media): boolean {
  const other = isRecord(entry['media']) ? entry['media'] : {};
  return (['type', 'tmdbId', 'id', 'seasonNumber', 'episodeNumber'] as const).every(
    (name) => other[name] === undefined || media[name] === undefined || other[name] === media[name],
  );
}

/**
 * Sends the request of one step to a tracker with only the operations of API v1. There a title has one entry,
 * with the number of its viewings and the time of the last. So a viewing is removed only if it is the only
 * one: the request cannot say which of several to remove, and would lose all.
 */
export async function performDocumentedStep(
  tracker: Tracker,
  change: HistoryChange,
  { kind, index }: ChangeStep,
): Promise<Partial<ChangedViewing>> {
  const viewing = change.viewings[index] ?? change.viewings[0];
  const { media } = viewing;
  const status = await tracker.status(media);
  if (status === undefined) throw cannot();
  switch (kind) {
    case 'find':
      return find(status, change.at);
    case 'put':
      return put(tracker, media, status, change);
    case 'remove':
      if (status.plays > 1) throw cannot();
      if (status.plays === 1) await tracker.mark(media, { kind: 'watched', plays: 0 });
      return { is: false };
    case 'rate':
      return rateMedia(tracker, viewing, status.rating ?? null, change);
  }
}

function find({ plays, watchedAt }: MediaStatus, at: number): Partial<ChangedViewing> {
  // This entry has no id of its own; the media identifies it.
  if (plays === 0) return { is: false, entryId: MEDIA_ITSELF };
  if (!isNear(watchedAt, at)) throw cannot();
  return defined({ entryId: MEDIA_ITSELF, watchedAt });
}

async function put(
  tracker: Tracker,
  media: Media,
  status: MediaStatus,
  { viewings, at }: HistoryChange,
): Promise<Partial<ChangedViewing>> {
  const watchedAt = viewings[0].watchedAt ?? new Date(at).toISOString();
  // The answer to a first attempt may have been lost: a viewing at exactly this time is that one.
  const isThere = status.plays > 0 && isSameTime(status.watchedAt, watchedAt);
  if (!isThere) await tracker.mark(media, { kind: 'watched', plays: 1, watchedAt });
  return { is: true };
}

async function rateMedia(
  tracker: Tracker,
  viewing: ChangedViewing,
  before: number | null,
  { rating }: HistoryChange,
): Promise<Partial<ChangedViewing>> {
  const { rated, media } = viewing;
  if (rated === undefined) return { rated: { before, is: before } };
  const is = targetRating(viewing, rating) ?? null;
  if (is !== before) await tracker.mark(media, { kind: 'rating', rating: is });
  return { rated: { ...rated, is } };
}

const MEDIA_ITSELF = 'media';

/** Whether the last viewing is the recorded one, not one of another day. */
function isNear(watchedAt: string | undefined, at: number): boolean {
  return watchedAt === undefined || Math.abs(Date.parse(watchedAt) - at) < NEAR;
}

/** The page will say that this tracker cannot make the change. */
function cannot(): TrackerError {
  return new TrackerError('not-found', '', { status: 404 });
}

/** Compares whole seconds, because a tracker may store no more. */
function isSameTime(one: string | undefined, other: string): boolean {
  return one !== undefined && Math.abs(Date.parse(one) - Date.parse(other)) < 1000;
}
