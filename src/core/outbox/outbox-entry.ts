import type { Item } from '../media/item';
import { itemKey } from '../media/item-key';
import type { Evidence } from '../matching/question';
import { isSameMedia, type Media } from '../media/media';
import type { Update } from '../session/session';
import { sameDurationSeconds } from '../session/thresholds';
import { defined } from '../values/defined';

/**
 * What remains to be sent of one session for one account; stored before anything is sent. In IndexedDB, so
 * field names stay.
 *
 * Three slots keep apart what must not replace each other: `start` (the tracker takes a rewatch for a new
 * viewing only when a position below 90 % precedes its crossing), `crossing` (no later position may replace
 * it) and `latest`.
 */
export type OutboxEntry = Readonly<{
  /** The session's id, for a further account of the session with a number: see `sessionIdOf`. */
  id: string;
  /**
   * The tracker and sign-in (`accountKey`) that was in force when its updates were stored; empty: signed out.
   */
  account: string;
  siteId: string;
  item: Item;
  /** How well the page was read, 0 to 1. */
  readConfidence: number;
  private: boolean;
  /** Where it plays (`watchAddress`); not of private windows. */
  page?: string;
  start?: PendingPosition;
  crossing?: PendingPosition;
  latest?: PendingPosition;
  /** The last position that the tracker accepted. */
  accepted?: PendingPosition;
  /** The media for which the tracker accepted a position of this session: several only after a correction. */
  acceptedBy?: readonly Media[];
  /** A crossing was accepted: nothing more is sent for this session. */
  confirmed: boolean;
  match: Match;
  /** Failed attempts in a row. */
  attempts: number;
  /** The next attempt is not before this time, in milliseconds since 1970. */
  notBefore: number;
  trouble?: DeliveryError;
  /** The tracker refused it, so it waits for the user. */
  parked: boolean;
  createdAt: number;
  updatedAt: number;
}>;

/** Whole seconds, as they are sent. */
export type PendingPosition = Readonly<{
  position: number;
  duration: number;
  cause: Update['cause'];
  /** Milliseconds since 1970. */
  at: number;
}>;

export type Match =
  | Readonly<{ state: 'open' }>
  /** `by`: who decided. What a correction decided is resolved again when the correction goes. */
  | Readonly<{
      state: 'matched';
      media: Media;
      confidence: number;
      /** What settled it, where the tracker decided. */
      evidence?: readonly Evidence[];
      by: 'tracker' | 'correction' | 'person';
    }>
  | Readonly<{
      state: 'review';
      media: Media;
      confidence: number;
      /** What speaks for and against `media`; absent in entries of earlier versions. */
      evidence?: readonly Evidence[];
      /** Another candidate is about as near. */
      ambiguous?: boolean;
      candidates: readonly Media[];
    }>
  /** The tracker does not know the item; asked again after `retryAt` (milliseconds since 1970). */
  | Readonly<{ state: 'unmatched'; retryAt: number }>;

export type DeliveryError = Readonly<{
  code: string;
  message: string;
  status?: number;
}>;

export type NewEntry = Pick<
  OutboxEntry,
  'id' | 'account' | 'siteId' | 'item' | 'readConfidence' | 'private' | 'page'
>;

/**
 * Adds an update to the session's entry, or to a new one. After a confirmed crossing the entry does not
 * change.
 */
export function enqueue(entry: OutboxEntry | undefined, facts: NewEntry, update: Update): OutboxEntry {
  const before: OutboxEntry = entry ?? {
    ...facts,
    confirmed: false,
    match: { state: 'open' },
    attempts: 0,
    notBefore: 0,
    parked: false,
    createdAt: update.at,
    updatedAt: update.at,
  };
  if (before.confirmed) return before;
  const place: PendingPosition = {
    position: update.position,
    duration: update.duration,
    cause: update.cause,
    at: update.at,
  };
  // The page describes the item more exactly than before: the media found for the earlier text may be another
  // title.
  const renamed = itemKey(before.item) !== itemKey(facts.item);
  const known: OutboxEntry = {
    ...(renamed || hasGrown(before, place) ? reopenMatch(before, place) : before),
    item: facts.item,
    readConfidence: facts.readConfidence,
    updatedAt: update.at,
  };
  if (update.crossing) return { ...known, crossing: place };
  if (before.crossing !== undefined) return known;
  if (before.start === undefined && before.accepted === undefined) return { ...known, start: place };
  return { ...known, latest: place };
}

/**
 * A match is doubtful, and what was compared with the length by the tracker is not the length of the medium:
 * players state a stream that is still being announced as shorter.
 */
function hasGrown({ match, latest, start }: OutboxEntry, place: PendingPosition): boolean {
  const { duration } = latest ?? start ?? place;
  return match.state === 'review' && Math.abs(place.duration - duration) > sameDurationSeconds;
}

/**
 * The entry before its item was matched. What the tracker has of this viewing may be under other media, so
 * the start is due again, with the length of `place`; `acceptedBy` keeps it from being sent twice for the
 * same media.
 */
export function reopenMatch({ accepted, ...entry }: OutboxEntry, place?: PendingPosition): OutboxEntry {
  const start = entry.start ?? accepted;
  const { duration } = place ?? start ?? { duration: 0 };
  return { ...entry, match: { state: 'open' }, ...defined({ start: start && { ...start, duration } }) };
}

export type Pending = Readonly<{ slot: 'start' | 'crossing' | 'latest'; position: PendingPosition }>;

/**
 * What to send next, in the order of viewing. Of positions below 90 % only the last is worth a request,
 * unless it is in the second half: there a tracker may take it for the rest of an earlier viewing.
 */
export function pendingOf(entry: OutboxEntry): Pending | undefined {
  if (entry.confirmed) return undefined;
  const { start, crossing, latest } = entry;
  const isFresh = crossing === undefined && (latest === undefined || isInFirstHalf(latest));
  if (start !== undefined && !isFresh && !hasStarted(entry)) return { slot: 'start', position: start };
  if (crossing !== undefined) return { slot: 'crossing', position: crossing };
  if (latest !== undefined) return { slot: 'latest', position: latest };
  return start === undefined ? undefined : { slot: 'start', position: start };
}

/** Where a tracker takes the position for a new viewing of a title that was watched. */
export function isInFirstHalf(place: PendingPosition | undefined): boolean {
  return place !== undefined && place.position < place.duration / 2;
}

/**
 * The tracker has the start of this viewing for the media that the entry is matched to. It must not be sent
 * again: the tracker may have the crossing too, without an answer, and a start after it is a second viewing.
 */
function hasStarted({ accepted, acceptedBy = [], match }: OutboxEntry): boolean {
  if (accepted !== undefined) return true;
  return match.state === 'matched' && acceptedBy.some((media) => isSameMedia(media, match.media));
}

/** Oldest first, so that the tracker receives viewings in the order in which they happened. */
export function inOrder(entries: readonly OutboxEntry[]): readonly OutboxEntry[] {
  return [...entries].sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
}
