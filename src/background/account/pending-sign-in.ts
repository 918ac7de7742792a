import { defined } from '../../core/values/defined';
import { forgetAlarm, wakeAt } from '../../platform/browser/alarms';
import type { AppContext } from '../context/context';
import type { PendingSignIn } from '../context/database';
import { publishAccount } from './account';

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
