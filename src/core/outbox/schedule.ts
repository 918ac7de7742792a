import { isAhead } from './backoff';
import { itemKey, isSameTitle } from '../media/item-key';
import { inOrder, isInFirstHalf, pendingOf, type OutboxEntry } from './outbox-entry';

/**
 * When an entry may be sent, in milliseconds since 1970. Infinity while a person has to decide about it, and
 * if it has nothing to send for this account.
 */
export function dueAt(entry: OutboxEntry, account: string, now: number): number {
  const { match, notBefore } = entry;
  if (entry.account !== account || entry.parked || match.state === 'review' || !pendingOf(entry))
    return Infinity;
  const waits = [notBefore, match.state === 'unmatched' ? match.retryAt : 0];
  return Math.max(0, ...waits.filter((until) => isAhead(until, now)));
}

export type Due = Readonly<{
  id: string;
  /**
   * An earlier viewing of the same title must reach the tracker first; this entry may only resolve the title.
   */
  blockedByEarlier: boolean;
}>;

/**
 * The entries of one title and account that may be sent now, oldest first. The later of two viewings waits
 * for the earlier, because the tracker distinguishes them by their order alone.
 */
export function dueEntries(entries: OutboxEntry[], account: string, now: number): Due[] {
  const earlier: EarlierViewing[] = [];
  const superseded = supersededIds(entries);
  return inOrder(entries).flatMap((entry) => {
    const at = dueAt(entry, account, now);
    if (at === Infinity || superseded.has(entry.id)) return [];
    const { state } = entry.match;
    const key = itemKey(entry.item);
    const before = earlier.find((one) => holdsUp(one, key));
    earlier.push({ key, state });
    const mayResolve = before?.state === 'unmatched' && state === 'open';
    if (at > now || (before && !mayResolve)) return [];
    return [{ id: entry.id, blockedByEarlier: mayResolve }];
  });
}

type EarlierViewing = Readonly<{
  key: string;
  state: OutboxEntry['match']['state'];
}>;

/**
 * Whether a later viewing waits for this one. If only one of the two states the year of the film, the tracker
 * may know the one and never the other; so an unmatched viewing holds up only its own key.
 */
function holdsUp(earlier: EarlierViewing, key: string): boolean {
  return earlier.key === key || (earlier.state !== 'unmatched' && isSameTitle(earlier.key, key));
}

/** Watched some time ago; current viewings are sent first. */
export function isBacklog({ updatedAt }: OutboxEntry, now: number): boolean {
  return now - updatedAt > backlogMilliseconds;
}

/**
 * Entries below 90 % that a later viewing of the same title has made obsolete. Only the last position is
 * true: an earlier one, sent late, would begin a rewatch that did not happen. The last position before a
 * viewing that needs it is kept.
 */
export function supersededIds(entries: OutboxEntry[]): ReadonlySet<string> {
  const superseded = new Set<string>();
  const newer = new Map<string, OutboxEntry>();
  for (const entry of inOrder(entries).toReversed()) {
    const key = `${entry.account}|${itemKey(entry.item)}`;
    const next = newer.get(key);
    const isBelow = !entry.crossing && !entry.confirmed;
    if (next && isBelow && !needs(next, entry)) superseded.add(entry.id);
    else newer.set(key, entry);
  }
  return superseded;
}

/**
 * Whether a viewing needs the position of an earlier entry. The tracker counts a crossing as a new viewing
 * only after a position below 90 %, and a position in the second half only after one in the first. This
 * viewing has no such position itself.
 */
function needs(next: OutboxEntry, entry: OutboxEntry): boolean {
  const { crossing, start, accepted, confirmed } = next;
  if (confirmed || accepted) return false;
  if (crossing && !start) return true;
  return dueAt(entry, entry.account, 0) < Infinity && hasFirstHalf(entry) && !hasFirstHalf(next);
}

/** A position in the first half is waiting. */
function hasFirstHalf({ start, latest }: OutboxEntry): boolean {
  return isInFirstHalf(start) || isInFirstHalf(latest);
}

const backlogMilliseconds = 600_000;
