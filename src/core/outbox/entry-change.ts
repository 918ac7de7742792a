import { isSameMedia, type Media } from '../media/media';
import { defined } from '../values/defined';
import { backoff } from './backoff';
import { type OutboxEntry, type Pending, type DeliveryError, type Match, reopenMatch } from './outbox-entry';
import { isCrossing } from '../session/watched-threshold';
import { itemKey } from '../media/item-key';
import { correctedMedia, type Correction } from '../media/correction';

/** The tracker's answer to an update, or the reason why there is none. */
export type Outcome =
  | Readonly<{ kind: 'accepted' }>
  /** The API's 401: the token is no longer valid. Nothing is wrong with the update. */
  | Readonly<{ kind: 'signed-out'; trouble: DeliveryError }>
  /** The API's 404: the tracker does not know the resolved media, or no longer does. */
  | Readonly<{ kind: 'gone'; trouble: DeliveryError }>
  /** The API's error record with any other 4xx: a repetition would be refused again, so a person decides. */
  | Readonly<{ kind: 'refused'; trouble: DeliveryError }>
  /**
   * Anything else says nothing about the update, so it is sent again. Repeating an accepted update is
   * harmless. `retryAfter`: seconds, if stated.
   */
  | Readonly<{
      kind: 'later';
      trouble: DeliveryError;
      retryAfter?: number;
      offline?: boolean;
      /** The tracker works, but cannot look up this title for now. */
      aboutTitle?: boolean;
    }>;

/** An update that was sent, or would have been. `media` is absent if the title could not be matched. */
export interface Attempted extends Pending {
  readonly media?: Media;
}

/**
 * The effect of an attempt to send an entry, as data. While the disk cannot be written it is kept in memory,
 * and applied later (`state/unwritten.ts`).
 */
export type EntryChange =
  /** `at`: milliseconds since 1970. `random`: 0 to 1, for the jitter of the back-off. */
  | Readonly<{ kind: 'answer'; sent: Attempted; outcome: Outcome; at: number; random: number }>
  /** The match that was found for the item with this `itemKey`. */
  | Readonly<{ kind: 'match'; match: Match; item: string }>
  /** Nothing in the entry is worth sending, unless it was updated after this time. */
  | Readonly<{ kind: 'outdated'; updatedAt: number }>;

/** The entry after a change; `undefined` if it is to be removed. */
export function applyChange(entry: OutboxEntry, change: EntryChange): OutboxEntry | undefined {
  switch (change.kind) {
    case 'answer':
      return applyAnswer(entry, change);
    case 'match': {
      // In the meantime the page stated more about the item, or a person chose a match.
      if (entry.match.state === 'matched' || itemKey(entry.item) !== change.item) return entry;
      const { trouble: _, ...rest } = entry;
      return { ...rest, match: change.match, attempts: 0 };
    }
    case 'outdated':
      return entry.updatedAt === change.updatedAt ? undefined : entry;
  }
}

/** A waiting entry under the current corrections. An entry that loses its correction is resolved again. */
export function applyCorrections(entry: OutboxEntry, corrections: Correction[]): OutboxEntry {
  if (entry.confirmed) return entry;
  const found = correctedMedia(entry.item, corrections);
  if (found !== undefined)
    return {
      ...resendStart(entry, found.media),
      match: { state: 'matched', media: found.media, confidence: 1, by: 'correction' },
      notBefore: 0,
      attempts: 0,
      parked: false,
    };
  return entry.match.state === 'matched' && entry.match.by === 'correction' ? reopenMatch(entry) : entry;
}

/**
 * When to resolve an unknown title again, in milliseconds since 1970: after half of the entry's age, at most
 * after a day, and not before `least`.
 */
export function retryDelay(least: number, { createdAt }: OutboxEntry, now: number): number {
  return Math.max(least, now + Math.min(Math.max(0, now - createdAt) / 2, daySeconds * 1000));
}

function applyAnswer(
  entry: OutboxEntry,
  { sent, outcome, at: now, random }: Extract<EntryChange, { kind: 'answer' }>,
): OutboxEntry {
  switch (outcome.kind) {
    case 'accepted':
      return accept(entry, sent);
    case 'signed-out':
      return { ...entry, trouble: outcome.trouble };
    case 'gone':
      return {
        ...entry,
        match: { state: 'unmatched', retryAt: retryDelay(now + goneSeconds * 1000, entry, now) },
        attempts: 0,
        trouble: outcome.trouble,
      };
    case 'refused':
      return { ...entry, parked: true, attempts: entry.attempts + 1, trouble: outcome.trouble };
    case 'later':
      return postpone(entry, outcome, now, random);
  }
}

function accept(entry: OutboxEntry, { slot, position, media }: Attempted): OutboxEntry {
  const { trouble: _, ...rest } = entry;
  const known: OutboxEntry = { ...rest, ...defined({ acceptedBy: withMedia(entry.acceptedBy, media) }) };
  const next = { ...known, accepted: position, attempts: 0, notBefore: 0, parked: false };
  if (slot === 'crossing' && isCrossing(position.position, position.duration))
    return without({ ...next, confirmed: true }, ['start', 'crossing', 'latest']);
  // The entry was corrected while this update was being sent; the current media has accepted nothing yet.
  if (isMatchedToOther(entry, media)) return known;
  // A position stored while this one was being sent is newer, so it stays.
  const taken = next[slot]?.at === position.at ? without(next, [slot]) : next;
  return slot === 'latest' ? without(taken, ['start']) : taken;
}

function withMedia(all: OutboxEntry['acceptedBy'], media: Media | undefined): OutboxEntry['acceptedBy'] {
  if (media === undefined || all?.some((one) => isSameMedia(one, media)) === true) return all;
  return [...(all ?? []), media];
}

function isMatchedToOther({ match }: OutboxEntry, media: Media | undefined): boolean {
  return media !== undefined && match.state === 'matched' && !isSameMedia(match.media, media);
}

function postpone(
  entry: OutboxEntry,
  outcome: Readonly<{ trouble: DeliveryError; retryAfter?: number; offline?: boolean }>,
  now: number,
  random: number,
): OutboxEntry {
  const attempts = entry.attempts + 1;
  return {
    ...entry,
    attempts,
    trouble: outcome.trouble,
    notBefore: now + backoff(attempts, random, outcome) * 1000,
  };
}

function without(entry: OutboxEntry, slots: Pending['slot'][]): OutboxEntry {
  return Object.fromEntries(
    Object.entries(entry).filter(([key]) => !slots.some((slot) => slot === key)),
  ) as unknown as OutboxEntry;
}

/**
 * The start of this viewing was sent for other media, so it is sent again for the new ones. If they were
 * watched before, the tracker counts a crossing as a second viewing only after a position below 90 %.
 */
function resendStart(entry: OutboxEntry, media: Media): OutboxEntry {
  const { match } = entry;
  return match.state === 'matched' && isSameMedia(match.media, media) ? entry : reopenMatch(entry);
}

/** Seconds until media that the tracker no longer knows are resolved again. */
const goneSeconds = 1_800;

const daySeconds = 86_400;
