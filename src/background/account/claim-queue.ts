import { itemKey } from '../../core/media/item-key';
import type { OutboxEntry } from '../../core/outbox/outbox-entry';
import type { AppContext } from '../context/context';
import { listActivity } from '../state/activity-log';
import { recentlyWatchedStore } from '../state/evidence-stores';
import { changeEntries } from '../state/outbox-store';
import { accountKey } from './account';

/**
 * Gives the account that has signed in what was recorded while nobody was, and a new attempt for what its old
 * token could not send.
 */
export function claimQueue(context: AppContext, key: string): Promise<void> {
  return changeEntries(context, (entry) => claim(entry, key));
}

function claim(entry: OutboxEntry, key: string): OutboxEntry {
  if (entry.account !== '' && entry.account !== key) return entry;
  const refused = entry.trouble?.code === 'unauthorized' || entry.trouble?.code === 'forbidden';
  if (!refused) return entry.account === key ? entry : { ...entry, account: key };
  const { trouble: _, ...rest } = entry;
  return { ...rest, account: key, parked: false, notBefore: 0 };
}

/** The person's decision about what an earlier sign-in left: sent with the present account, or dropped. */
export async function decideForeignQueue(context: AppContext, send: boolean): Promise<void> {
  const key = await accountKey(context);
  if (key === '') return;
  const watched = await recentlyWatchedStore.get();
  const sent = await sentLately(context);
  await changeEntries(context, (entry) => {
    if (entry.account === key) return entry;
    const title = itemKey(entry.item);
    // After the end of the same title an earlier position would begin a viewing that did not happen, and
    // after a later position it would be wrong.
    const isOld = Object.hasOwn(watched, title) || (sent.get(title) ?? 0) > entry.updatedAt;
    return send && !(isOld && entry.crossing === undefined)
      ? { ...entry, account: key, notBefore: 0 }
      : undefined;
  });
}

/** When the tracker last accepted an update of a title (`itemKey`), in milliseconds since 1970. */
async function sentLately(context: AppContext): Promise<ReadonlyMap<string, number>> {
  const newestFirst = await listActivity(context, undefined, SENT_LATELY);
  const accepted = newestFirst.filter(({ answer }) => answer === 'accepted');
  return new Map(accepted.toReversed().map(({ item, at }) => [itemKey(item), at]));
}

/** Updates: those of some days. */
const SENT_LATELY = 500;
