import { pendingOf, type OutboxEntry } from '../../core/outbox/outbox-entry';
import { accountStore } from '../../platform/storage/stores';
import type { AppContext } from '../context/context';
import { allEntries, changeEntries } from '../state/outbox-store';
import { accountKey } from './account';

/**
 * Gives the account that has signed in what was recorded while nobody was, and a new attempt for what its old
 * token could not send. Returns the number of entries that another account left.
 */
export async function claimQueue(context: AppContext, key: string): Promise<number> {
  await changeEntries(context, (entry) => claim(entry, key));
  return (await allEntries(context)).filter(
    (entry) => entry.account !== key && pendingOf(entry) !== undefined,
  ).length;
}

function claim(entry: OutboxEntry, key: string): OutboxEntry {
  if (entry.account !== '' && entry.account !== key) return entry;
  const refused = entry.trouble?.code === 'unauthorized' || entry.trouble?.code === 'forbidden';
  if (!refused) return entry.account === key ? entry : { ...entry, account: key };
  const { trouble: _, ...rest } = entry;
  return { ...rest, account: key, parked: false, notBefore: 0 };
}

/** The person's decision about another account's queue: sent with the present account, or dropped. */
export async function decideForeignQueue(context: AppContext, send: boolean): Promise<void> {
  const key = await accountKey(context);
  if (key === '') return;
  await changeEntries(context, (entry) => {
    if (entry.account === key) return entry;
    return send ? { ...entry, account: key, notBefore: 0 } : undefined;
  });
  const view = await accountStore.get();
  if (view.state !== 'signed-in') return;
  const { foreignQueue: _, ...rest } = view;
  await accountStore.set(rest);
}
