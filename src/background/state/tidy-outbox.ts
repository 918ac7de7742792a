import { isSpent, type OutboxEntry } from '../../core/outbox/outbox-entry';
import { supersededIds } from '../../core/outbox/schedule';
import type { AppContext } from '../context/context';
import { logDropped } from './activity-log';
import { allEntries, removeUnchanged } from './outbox-store';

/**
 * Removes entries that have nothing to send and no running session (`open` holds the ids of those), and the
 * oldest beyond the capacity. Returns what is left, oldest first.
 */
export async function tidyOutbox(
  context: AppContext,
  open: ReadonlySet<string>,
): Promise<readonly OutboxEntry[]> {
  const entries = await allEntries(context);
  const superseded = supersededIds(entries);
  const isDone = (entry: OutboxEntry) =>
    isSpent(entry, open.has(entry.id)) || (superseded.has(entry.id) && !open.has(entry.id));
  const kept = entries.filter((entry) => !isDone(entry));
  const surplus = leastValuable(kept, kept.length - OUTBOX_CAPACITY);
  // The activity shows each loss, also if the worker ends before the removal.
  for (const entry of surplus) await logDropped(context, entry);
  const removed = [...entries.filter(isDone), ...surplus];
  if (removed.length > 0) await removeUnchanged(context, removed);
  return kept.filter((entry) => !surplus.includes(entry));
}

/**
 * Entries without a crossing hold only a resume position, so they are given up first; of equals, the oldest.
 */
function leastValuable(entries: readonly OutboxEntry[], count: number): readonly OutboxEntry[] {
  if (count <= 0) return [];
  const withCrossing = entries.filter((entry) => entry.crossing !== undefined);
  const withoutCrossing = entries.filter((entry) => entry.crossing === undefined);
  return [...withoutCrossing, ...withCrossing].slice(0, count);
}

export const OUTBOX_CAPACITY = 10_000;
