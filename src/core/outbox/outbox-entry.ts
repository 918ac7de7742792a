import type { Item } from '../media/item';
import { itemKey } from '../media/item-key';
import type { Media } from '../media/media';
import type { Update } from '../session/session';

/**
 * What one session still has to tell the tracker. One entry a session, stored before anything is sent.
 *
 * Three places keep what must not be mixed: `start` (a rewatch is a new session for the tracker only when a position
 * below 90 % comes before its crossing), `crossing` (no later position may erase it) and `latest`.
 */
export interface OutboxEntry {
  /** The session's id. */
  readonly id: string;
  /** The tracker and the sign-in that it was recorded for (`accountKey`); empty: recorded while signed out. */
  readonly account: string;
  readonly siteId: string;
  readonly item: Item;
  /** How well the page was read, 0 to 1. */
  readonly readConfidence: number;
  readonly private: boolean;
  readonly start?: Position;
  readonly crossing?: Position;
  readonly latest?: Position;
  readonly accepted?: Position;
  /** A crossing was accepted: nothing is ever sent for this session again. */
  readonly confirmed: boolean;
  readonly match: Match;
  /** Failed attempts in a row. */
  readonly attempts: number;
  /** Not before this time, in milliseconds since 1970. */
  readonly notBefore: number;
  readonly trouble?: DeliveryError;
  /** Waits for the person: the tracker refused it. */
  readonly parked: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface Position {
  readonly position: number;
  readonly duration: number;
  readonly cause: Update['cause'];
  /** Milliseconds since 1970. */
  readonly at: number;
}

export type Match =
  | { readonly state: 'open' }
  /** `by` tells whether a correction may be undone from under it. */
  | {
      readonly state: 'matched';
      readonly media: Media;
      readonly confidence: number;
      readonly by: 'tracker' | 'correction' | 'person';
    }
  | {
      readonly state: 'review';
      readonly media: Media;
      readonly confidence: number;
      readonly candidates: readonly Media[];
    }
  /** The tracker knows nothing under these words; asked again after `retryAt`. */
  | { readonly state: 'unmatched'; readonly retryAt: number };

export interface DeliveryError {
  readonly code: string;
  readonly message: string;
  readonly status?: number;
}

export type NewEntry = Pick<OutboxEntry, 'id' | 'account' | 'siteId' | 'item' | 'readConfidence' | 'private'>;

/** Puts an update into the session's entry, or into a new one. After a confirmed crossing nothing more is taken. */
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
  const place: Position = {
    position: update.position,
    duration: update.duration,
    cause: update.cause,
    at: update.at,
  };
  const renamed = itemKey(before.item) !== itemKey(facts.item);
  // The page told more of it (a number that was drawn late): what was found under the earlier words may be another title.
  const match: Match = renamed ? { state: 'open' } : before.match;
  const known: OutboxEntry = {
    ...before,
    item: facts.item,
    readConfidence: facts.readConfidence,
    match,
    updatedAt: update.at,
  };
  if (update.crossing) return { ...known, crossing: place };
  if (before.crossing !== undefined) return known;
  if (before.start === undefined && before.accepted === undefined) return { ...known, start: place };
  return { ...known, latest: place };
}

export type Pending = { readonly slot: 'start' | 'crossing' | 'latest'; readonly position: Position };

/** What to send next for this entry, in its true order; of positions below 90 % only the last is worth a call. */
export function pendingOf(entry: OutboxEntry): Pending | undefined {
  if (entry.confirmed) return undefined;
  const { start, crossing, latest } = entry;
  if (crossing !== undefined) {
    return start !== undefined && entry.accepted === undefined
      ? { slot: 'start', position: start }
      : { slot: 'crossing', position: crossing };
  }
  if (latest !== undefined) return { slot: 'latest', position: latest };
  return start === undefined ? undefined : { slot: 'start', position: start };
}

/** Oldest first, so that the tracker sees an evening in the order in which it was watched. */
export function inOrder(entries: readonly OutboxEntry[]): readonly OutboxEntry[] {
  return [...entries].sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
}

/** Nothing to send, and no session that could still add to it. */
export function isSpent(entry: OutboxEntry, isOpen: boolean): boolean {
  return entry.confirmed ? !isOpen : pendingOf(entry) === undefined && !isOpen;
}
