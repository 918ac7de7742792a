import type { Media } from '../../core/media/media';
import {
  targetRating,
  type HistoryChange,
  type ChangeStep,
  type ChangedViewing,
} from '../../core/outbox/history-change';
import { defined } from '../../core/values/defined';
import type { MediaStatus } from '../../protocol/tracker/read-media-status';
import type { Tracker } from '../../tracker/client';
import { TrackerError } from '../../tracker/tracker-error';

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
      return rate(tracker, viewing, status.rating ?? null, change);
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

async function rate(
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

/** Milliseconds between watching and recording. */
const NEAR = 600_000;

/** The page will say that this tracker cannot make the change. */
function cannot(): TrackerError {
  return new TrackerError('not-found', '', { status: 404 });
}

/** Compares whole seconds, because a tracker may store no more. */
function isSameTime(one: string | undefined, other: string): boolean {
  return one !== undefined && Math.abs(Date.parse(one) - Date.parse(other)) < 1000;
}
