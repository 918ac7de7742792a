import type { AccountView } from '../../core/settings/account-view';
import { defined } from '../../core/values/defined';
import { wakeAt } from '../../platform/browser/alarms';
import { accountStore, settingsStore } from '../../platform/storage/stores';
import { requestDeviceCode } from '../../tracker/device';
import type { AppContext } from '../context/context';
import type { PendingSignIn } from '../context/database';
import type { RunExclusive } from '../context/mutex';
import { failSignIn, SIGN_IN_ALARM } from './pending-sign-in';
import { usableTrackerUrl } from './tracker-client';

/**
 * Requests a device code from the tracker and begins to wait for its approval. Replaces an earlier attempt.
 * Throws a TrackerError.
 */
export async function startSignIn(context: AppContext, runExclusive: RunExclusive): Promise<AccountView> {
  const { fetch, now } = context;
  const baseUrl = await usableTrackerUrl(context);
  const { devicePath } = await settingsStore.get();
  const code = await requestDeviceCode('Matinee', { baseUrl, fetch, now, codePath: devicePath });
  const pending: PendingSignIn = {
    kind: 'pending',
    baseUrl,
    deviceCode: code.device_code,
    interval: code.interval,
    expiresAt: now() + code.expires_in * 1000,
    nextAt: now() + code.interval * 1000,
  };
  const view: AccountView = {
    state: 'pending',
    baseUrl,
    userCode: code.user_code,
    verificationUri: code.verification_uri,
    expiresAt: pending.expiresAt,
    ...defined({ verificationUriComplete: code.verification_uri_complete }),
  };
  await runExclusive(async () => {
    await context.database.put('account', pending, 'pending');
    await accountStore.set(view);
    await wakeAt(SIGN_IN_ALARM, pending.nextAt);
  });
  return view;
}

/** Ends the attempt to sign in, and returns what the pages show. */
export async function cancelSignIn(context: AppContext): Promise<AccountView> {
  await failSignIn(context, 'cancelled');
  return accountStore.get();
}
