import { isAhead } from './backoff';
import { itemKey } from '../media/item-key';
import { inOrder, pendingOf, type OutboxEntry } from './outbox-entry';

/** When an entry may be tried, in milliseconds since 1970; Infinity while a person has to decide about it, or there is nothing to send. */
export function dueAt(entry: OutboxEntry, account: string, now: number): number {
  if (entry.account !== account || entry.parked || pendingOf(entry) === undefined) return Infinity;
  const held = (until: number) => (isAhead(until, now) ? until : 0);
  switch (entry.match.state) {
    case 'open':
    case 'matched':
      return held(entry.notBefore);
    case 'unmatched':
      return Math.max(held(entry.notBefore), held(entry.match.retryAt));
    case 'review':
      return Infinity;
  }
}

export interface Due {
  readonly id: string;
  /** An earlier viewing of the same title waits until the tracker knows it: this one may only ask whether it does. */
  readonly blockedByEarlier: boolean;
}

/**
 * What may be tried now, oldest first. Of two viewings of the same title the later one waits for the earlier: the tracker
 * tells them apart by their order alone.
 */
export function dueEntries(entries: readonly OutboxEntry[], account: string, now: number): readonly Due[] {
  return candidates(entries, account, now).filter(({ at }) => at <= now);
}

/** The earliest moment at which there may be something to send; undefined when nothing waits for its time. */
export function nextDue(entries: readonly OutboxEntry[], account: string, now: number): number | undefined {
  const times = candidates(entries, account, now).map(({ at }) => at);
  return times.length === 0 ? undefined : times.reduce((least, time) => Math.min(least, time));
}

/**
 * Entries that a later viewing of the same title has made worthless: places below 90 %, of which only the last is true.
 * Sent late, one would begin a rewatch that nobody made.
 */
export function supersededIds(entries: readonly OutboxEntry[]): ReadonlySet<string> {
  const latest = new Map<string, OutboxEntry>();
  const keyOf = ({ account, item }: OutboxEntry) => `${account}|${itemKey(item)}`;
  for (const entry of inOrder(entries)) latest.set(keyOf(entry), entry);
  return new Set(
    entries
      .filter(
        (entry) => entry.crossing === undefined && !entry.confirmed && latest.get(keyOf(entry)) !== entry,
      )
      .map(({ id }) => id),
  );
}

function candidates(
  entries: readonly OutboxEntry[],
  account: string,
  now: number,
): readonly (Due & { readonly at: number })[] {
  const earlier = new Map<string, OutboxEntry['match']['state']>();
  const superseded = supersededIds(entries);
  return inOrder(entries).flatMap((entry) => {
    if (superseded.has(entry.id)) return [];
    const at = dueAt(entry, account, now);
    if (at === Infinity) return [];
    const key = itemKey(entry.item);
    const before = earlier.get(key);
    if (before === undefined) earlier.set(key, entry.match.state);
    if (before !== undefined && !(before === 'unmatched' && entry.match.state === 'open')) return [];
    return [{ id: entry.id, blockedByEarlier: before !== undefined, at }];
  });
}
