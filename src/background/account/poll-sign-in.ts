import { accountStore } from '../../platform/storage/stores';
import { pollDeviceToken, type DevicePoll } from '../../tracker/device';
import { TrackerError, type TrackerErrorCode } from '../../tracker/tracker-error';
import type { AppContext } from '../context/context';
import type { PendingSignIn } from '../context/database';
import { recentlyWatchedStore } from '../state/evidence-stores';
import { currentAccount } from './account';
import { claimQueue } from './claim-queue';
import { failSignIn, isCurrent, pendingSignIn, postponePoll, removePending } from './pending-sign-in';

/**
 * Asks the tracker once whether the code was approved, if its interval has passed. Called by the alarm and by
 * the page that shows the code, since alarms ring at most twice a minute. True when somebody is signed in by
 * it.
 */
export function pollSignIn(context: AppContext): Promise<boolean> {
  // Two polls at once: the first would use the code up, and the second would be answered that it is unknown.
  polling ??= pollOnce(context).finally(() => (polling = undefined));
  return polling;
}

let polling: Promise<boolean> | undefined;

async function pollOnce(context: AppContext): Promise<boolean> {
  const pending = await pendingSignIn(context);
  if (pending === undefined || pending.nextAt > context.now()) return false;
  if (pending.expiresAt <= context.now()) return end(context, pending, 'expired');
  // Before the answer is known: a worker that is stopped while it waits polls again by this alarm.
  await postponePoll(context, pending, pending.interval);
  try {
    return await handlePoll(context, pending, await askTracker(context, pending));
  } catch (error) {
    // The code stays valid until it expires, so trouble on the way ends nothing.
    if (error instanceof TrackerError && PASSING_TROUBLES.includes(error.code)) return false;
    return end(context, pending, 'failed', error instanceof Error ? error.message : undefined);
  }
}

function askTracker({ fetch, now }: AppContext, pending: PendingSignIn): Promise<DevicePoll> {
  return pollDeviceToken(pending.deviceCode, { baseUrl: pending.baseUrl, fetch, now });
}

async function handlePoll(context: AppContext, pending: PendingSignIn, poll: DevicePoll): Promise<boolean> {
  switch (poll.state) {
    case 'pending':
      return false;
    case 'slow-down':
      await postponePoll(context, pending, pending.interval + SLOW_DOWN_SECONDS);
      return false;
    case 'denied':
    case 'expired':
      return end(context, pending, poll.state);
    case 'approved':
      return succeed(context, pending, poll);
  }
}

/** Ends this attempt without a sign-in, unless another has replaced it. */
async function end(
  context: AppContext,
  pending: PendingSignIn,
  why: 'denied' | 'expired' | 'failed',
  message?: string,
): Promise<false> {
  if (await isCurrent(context, pending)) await failSignIn(context, why, message);
  return false;
}

async function succeed(
  context: AppContext,
  pending: PendingSignIn,
  { token, expiresIn, accountId }: Extract<DevicePoll, { state: 'approved' }>,
): Promise<boolean> {
  // The person cancelled, or started again, while the tracker answered.
  if (!(await isCurrent(context, pending))) return false;
  const { baseUrl } = pending;
  // Without an id, the tracker may have signed in another person: a new key lets the old queue wait for a
  // decision.
  const key = `${baseUrl}#${accountId ?? context.newId()}`;
  // What another person watched lately is no evidence about this one.
  if ((await currentAccount(context))?.key !== key) await recentlyWatchedStore.remove();
  const since = context.now();
  const times = { since, ...(expiresIn > 0 && { expiresAt: since + expiresIn * 1000 }) };
  await context.database.put('account', { kind: 'account', baseUrl, token, key, ...times }, 'current');
  await removePending(context);
  const foreignQueue = await claimQueue(context, key);
  await accountStore.set({
    state: 'signed-in',
    baseUrl,
    ...times,
    ...(foreignQueue > 0 && { foreignQueue }),
  });
  context.log.info('signed-in');
  return true;
}

/** RFC 8628, section 3.5: `slow_down` adds five seconds to the interval. */
const SLOW_DOWN_SECONDS = 5;
const PASSING_TROUBLES: readonly TrackerErrorCode[] = ['network', 'timeout', 'server', 'rate-limited'];
