import { itemKey } from '../media/item-key';
import { pendingOf, type OutboxEntry } from './outbox-entry';

/**
 * - `waiting`: may be sent now; `delayed`: waits for its next attempt after a failure.
 * - `unmatched`: the tracker does not know the title; it is asked again later.
 * - `review`, `parked`: a person decides.
 * - `sent`: nothing to send until its session adds to it.
 */
export type QueueGroup = 'waiting' | 'delayed' | 'unmatched' | 'review' | 'parked' | 'sent';

/** The groups with something to send, the most urgent first. */
export const unsentGroups = ['review', 'unmatched', 'parked', 'delayed', 'waiting'] as const;
type UnsentGroup = (typeof unsentGroups)[number];

/** The group as shown to people. `present`: the account that is signed in; empty if nobody is. */
export function shownState(
  group: UnsentGroup,
  account: string,
  present: string,
): Exclude<UnsentGroup, 'delayed'> | 'foreign' {
  if (account !== '' && present !== '' && account !== present) return 'foreign';
  return group === 'delayed' ? 'waiting' : group;
}

/**
 * Key of an entry in the index of the queue: account, group, rank and order. `delayed` and `unmatched` are
 * ordered by the time of the next attempt; the other groups have crossings first (rank 0), then the newest
 * first.
 */
export type QueuePlace = [account: string, group: QueueGroup, rank: number, order: number];

/** Account and `itemKey`. */
export type QueueTitle = [account: string, key: string];

/** An entry with the keys of its indexes. In IndexedDB, so field names stay. */
export interface QueuedEntry extends OutboxEntry {
  readonly place: QueuePlace;
  readonly title: QueueTitle;
}

export function withPlace(entry: OutboxEntry): QueuedEntry {
  return { ...entry, place: placeOf(entry), title: [entry.account, itemKey(entry.item)] };
}

function groupOf(entry: OutboxEntry): QueueGroup {
  const { match, parked, notBefore } = entry;
  if (pendingOf(entry) === undefined) return 'sent';
  if (match.state === 'review') return 'review';
  if (parked) return 'parked';
  if (match.state === 'unmatched') return 'unmatched';
  return notBefore > 0 ? 'delayed' : 'waiting';
}

function placeOf(entry: OutboxEntry): QueuePlace {
  const { account, match, notBefore, crossing, updatedAt } = entry;
  const group = groupOf(entry);
  if (group === 'delayed') return [account, group, 0, notBefore];
  if (match.state === 'unmatched' && group === 'unmatched')
    return [account, group, 0, Math.max(notBefore, match.retryAt)];
  return [account, group, crossing === undefined ? 1 : 0, -updatedAt];
}
