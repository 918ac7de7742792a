import { shownState, unsentGroups } from '../../core/outbox/queued-entries';
import { deepEqual } from '../../core/values/deep-equal';
import { setCommonBadge } from '../../platform/browser/toolbar';
import { countsStore, type OutboxCounts } from '../../platform/storage/stores';
import { accountKey } from '../account/account';
import type { AppContext } from '../context/context';
import { accountsOfQueue, countGroup } from '../state/outbox-queue';

/**
 * Publishes how many entries of the outbox wait: as counts for the pages, and as a badge if a person has to
 * decide.
 */
export async function publishCounts(context: AppContext): Promise<void> {
  const counts = await countEntries(context);
  // Each write wakes the pages that watch the counts.
  if (!deepEqual(await countsStore.get(), counts)) await countsStore.set(counts);
  // Even if the counts are unchanged: they survive a restart of the browser, but the badge does not.
  const { review, unmatched, parked, foreign } = counts;
  const decisions = review + unmatched + parked + foreign;
  await setCommonBadge(decisions === 0 ? '' : String(decisions));
}

async function countEntries(context: AppContext): Promise<OutboxCounts> {
  const [accounts, own] = await Promise.all([accountsOfQueue(context), accountKey(context)]);
  const counts = { waiting: 0, review: 0, unmatched: 0, parked: 0, foreign: 0 };
  const countAll = accounts.flatMap((account) =>
    unsentGroups.map(async (group) => {
      const count = await countGroup(context, account, group);
      counts[shownState(group, account, own)] += count;
    }),
  );
  await Promise.all(countAll);
  return counts;
}
