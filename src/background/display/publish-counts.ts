import { pendingOf, type OutboxEntry } from '../../core/outbox/outbox-entry';
import { setCommonBadge } from '../../platform/browser/toolbar';
import { countsStore, type OutboxCounts } from '../../platform/storage/stores';

/**
 * Shows how many entries of the outbox wait: as counts for the pages, and as badge where a person has to
 * decide.
 */
export async function publishCounts(entries: readonly OutboxEntry[]): Promise<void> {
  const counts = countEntries(entries);
  const before = await countsStore.get();
  // Each write wakes the pages that watch the counts.
  if (!isSame(before, counts)) await countsStore.set(counts);
  // Also where the counts are the same: they survive a restart of the browser, and the badge does not.
  const decisions = counts.review + counts.parked;
  await setCommonBadge(decisions === 0 ? '' : String(decisions));
}

function countEntries(entries: readonly OutboxEntry[]): OutboxCounts {
  const pending = entries.filter((entry) => pendingOf(entry) !== undefined);
  const review = pending.filter(
    ({ match }) => match.state === 'review' || match.state === 'unmatched',
  ).length;
  const parked = pending.filter((entry) => entry.parked).length;
  return { waiting: pending.length - review - parked, review, parked };
}

function isSame(a: OutboxCounts, b: OutboxCounts): boolean {
  return a.waiting === b.waiting && a.review === b.review && a.parked === b.parked;
}
