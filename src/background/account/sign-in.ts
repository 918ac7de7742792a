import type { AccountView } from '../../core/settings/account-view';
import { defined } from '../../core/values/defined';
import { wakeAt, forgetAlarm } from '../../platform/browser/alarms';
import { accountStore, settingsStore } from '../../platform/storage/stores';
import { requestDeviceCode } from '../../tracker/device';
import type { AppContext, RunExclusive } from '../context/context';
import type { PendingSignIn } from '../context/database';
import { usableTrackerUrl } from './tracker-client';
import { publishAccount } from './account';

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

/** Polls for the approval of a code even if no page shows it. */
export const SIGN_IN_ALARM = 'sign-in';

/** The attempt to sign in that is under way. */
export async function pendingSignIn({ database }: AppContext): Promise<PendingSignIn | undefined> {
  const pending = await database.get('account', 'pending');
  return pending?.kind === 'pending' ? pending : undefined;
}

/** Whether this attempt is still the one under way: not cancelled, and not replaced by another. */
export async function isCurrent(context: AppContext, { deviceCode }: PendingSignIn): Promise<boolean> {
  return (await pendingSignIn(context))?.deviceCode === deviceCode;
}

/** Polls again after `interval` seconds, unless the attempt has ended. */
export async function postponePoll(
  context: AppContext,
  pending: PendingSignIn,
  interval: number,
): Promise<void> {
  if (!(await isCurrent(context, pending))) return;
  const nextAt = context.now() + interval * 1000;
  await context.database.put('account', { ...pending, interval, nextAt }, 'pending');
  await wakeAt(SIGN_IN_ALARM, nextAt);
}

/** Removes the attempt to sign in. */
export async function removePending({ database }: AppContext): Promise<void> {
  await database.delete('account', 'pending');
  await forgetAlarm(SIGN_IN_ALARM);
}

/** Ends an attempt and shows why. An earlier sign-in stays in force. */
export async function failSignIn(
  context: AppContext,
  why: 'denied' | 'expired' | 'cancelled' | 'failed',
  message?: string,
): Promise<void> {
  await removePending(context);
  await publishAccount(context, { state: 'signed-out', why, ...defined({ message }) });
  context.log.info('sign-in-ended', { detail: why });
}
