import { forgetAllAlarms } from '../../platform/browser/alarms';
import { dropAllAccess } from '../../platform/browser/permissions';
import { clearStorage } from '../../platform/storage/clear-storage';
import { currentAccount } from '../account/account';
import { pendingRevocations, revoke } from '../account/revocation';
import type { AppContext } from '../context/context';
import { forgetTitles } from '../state/forget-titles';
import { clearLog } from '../state/log-store';

/**
 * Deletes everything that the extension has stored on this machine, aborts its requests, and gives up its
 * access to sites. The history at the tracker stays. The tracker is asked once to revoke the token.
 */
export async function eraseAll(context: AppContext): Promise<void> {
  const { database, stopRequests } = context;
  const account = await currentAccount(context);
  const tokens = [account, ...(await pendingRevocations(database))];
  stopRequests();
  await Promise.all([
    database.clear('account'),
    forgetTitles(context),
    clearLog(context),
    forgetAllAlarms(),
    dropAllAccess(),
  ]);
  await clearStorage();
  // Not awaited: a tracker that does not answer must not hold up the person.
  for (const one of tokens) if (one?.token) void revoke(context, one);
}
