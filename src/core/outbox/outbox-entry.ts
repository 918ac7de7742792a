import type { Item } from '../media/item';
import { itemKey } from '../media/item-key';
import type { Evidence } from '../matching/question';
import { isSameMedia, type Media } from '../media/media';
import type { Update } from '../session/session';
import { sameDurationSeconds } from '../session/thresholds';
import { defined } from '../values/defined';

/**
 * What remains to be sent of one session for one account; stored before anything is sent. In IndexedDB, so
 * field names must not change.
 *
 * Three slots keep updates from replacing each other: `start` (the tracker counts a rewatch as a new viewing
 * only if a position below 90 % precedes its crossing), `crossing` (no later position may replace it) and
 * `latest`.
 */
export type OutboxEntry = Readonly<{
  /** The session's id; a further account of the same session adds a number: see `sessionIdOf`. */
  id: string;
  /** The tracker and sign-in (`accountKey`) in force when its updates were stored; empty: signed out. */
  account: string;
  siteId: string;
  item: Item;
  /** How well the page was read, 0 to 1. */
  readConfidence: number;
  private: boolean;
  /** The address where it plays (`watchAddress`); absent for private windows. */
  page?: string;
  start?: PendingPosition;
  crossing?: PendingPosition;
  latest?: PendingPosition;
  /** The last position that the tracker accepted. */
  accepted?: PendingPosition;
  /**
   * The media for which the tracker accepted a position of this session. There are several only after a
   * correction.
   */
  acceptedBy?: Media[];
  /** A crossing was accepted: nothing more is sent for this session. */
  confirmed: boolean;
  match: Match;
  /** Failed attempts in a row. */
  attempts: number;
  /** The next attempt is not before this time, in milliseconds since 1970. */
  notBefore: number;
  trouble?: DeliveryError;
  /** The tracker refused it, so it waits for a person. */
  parked: boolean;
  createdAt: number;
  updatedAt: number;
}>;

/** Whole seconds, as sent. */
export type PendingPosition = Readonly<{
  position: number;
  duration: number;
  cause: Update['cause'];
  /** Milliseconds since 1970. */
  at: number;
}>;

export type Match =
  | Readonly<{ state: 'open' }>
  /** `by`: who decided. A match decided by a correction is resolved again when the correction is removed. */
  | Readonly<{
      state: 'matched';
      media: Media;
      confidence: number;
      /** The evidence that settled it, if the tracker decided. */
      evidence?: Evidence[];
      by: 'tracker' | 'correction' | 'person';
    }>
  | Readonly<{
      state: 'review';
      media: Media;
      confidence: number;
      /** What speaks for and against `media`; absent in entries of earlier versions. */
      evidence?: Evidence[];
      /** Another candidate is about as near. */
      ambiguous?: boolean;
      candidates: Media[];
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
 * Adds an update to the session's entry, or to a new entry. After a confirmed crossing the entry no longer
 * changes.
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
  // The page now describes the item more exactly: the media found for the earlier text may be another title.
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
 * The match is doubtful, and the tracker compared it with a duration that has grown since: players state too
 * short a duration for a stream that is still being announced.
 */
function hasGrown({ match, latest, start }: OutboxEntry, place: PendingPosition): boolean {
  const { duration } = latest ?? start ?? place;
  return match.state === 'review' && Math.abs(place.duration - duration) > sameDurationSeconds;
}

/**
 * The entry before its item was matched. What the tracker has of this viewing may be stored under other
 * media, so the start is due again, with the duration of `place`. `acceptedBy` keeps it from being sent twice
 * for the same media.
 */
export function reopenMatch({ accepted, ...entry }: OutboxEntry, place?: PendingPosition): OutboxEntry {
  const start = entry.start ?? accepted;
  const { duration } = place ?? start ?? { duration: 0 };
  return { ...entry, match: { state: 'open' }, ...defined({ start: start && { ...start, duration } }) };
}

export type Pending = Readonly<{ slot: 'start' | 'crossing' | 'latest'; position: PendingPosition }>;

/**
 * What to send next, in the order of viewing. Of the positions below 90 % only the last is worth a request.
 * If it is in the second half, the first one is sent too: otherwise a tracker may take the last for the rest
 * of an earlier viewing.
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

/** Whether a tracker takes the position for a new viewing of a watched title. */
export function isInFirstHalf(place: PendingPosition | undefined): boolean {
  return place !== undefined && place.position < place.duration / 2;
}

/**
 * The tracker has the start of this viewing for the matched media. It must not be sent again: the tracker may
 * also have the crossing, without our having its answer, and a start after it begins a second viewing.
 */
function hasStarted({ accepted, acceptedBy = [], match }: OutboxEntry): boolean {
  if (accepted !== undefined) return true;
  return match.state === 'matched' && acceptedBy.some((media) => isSameMedia(media, match.media));
}

/** Oldest first, so that the tracker receives viewings in the order in which they happened. */
export function inOrder(entries: OutboxEntry[]): OutboxEntry[] {
  return [...entries].sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
}
