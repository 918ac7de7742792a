import { defined } from '../../core/values/defined';
import { startCooldown } from '../../core/outbox/backoff';
import { accountStore } from '../../platform/storage/stores';
import { pollDeviceToken, type DevicePoll } from '../../tracker/device';
import { TrackerError, type TrackerErrorCode } from '../../tracker/tracker-error';
import type { AppContext, RunExclusive } from '../context/context';
import type { PendingSignIn } from '../context/database';
import { scheduleCatalogue } from '../state/alarms';
import { recentlyWatchedStore } from '../state/evidence-stores';
import { currentCooldown, setCooldown } from '../state/rate-gate';
import { reportStorage } from '../context/handler-error';
import { currentAccount, storeAccount } from './account';
import { claimQueue } from './claim-queue';
import { failSignIn, isCurrent, pendingSignIn, postponePoll, removePending } from './sign-in';
import { revokeLater } from './revocation';
import { trackerAt, forgetOffers } from './tracker-client';

/**
 * Asks the tracker once whether the code was approved, if its interval has passed. Called by the alarm, and
 * by the page that shows the code, since alarms fire at most twice a minute. True if somebody is now signed
 * in.
 */
export function pollSignIn(context: AppContext, runExclusive: RunExclusive): Promise<boolean> {
  // Only one poll at a time: the first of two would use up the code, and the second would be told that it is
  // unknown.
  polling ??= pollOnce(context, runExclusive).finally(() => (polling = undefined));
  return polling;
}

let polling: Promise<boolean> | undefined;

async function pollOnce(context: AppContext, runExclusive: RunExclusive): Promise<boolean> {
  const pending = await pendingSignIn(context);
  if (pending === undefined) await removePending(context);
  if (pending === undefined || pending.nextAt > context.now()) return false;
  if (pending.expiresAt <= context.now()) return runExclusive(() => end(context, pending, 'expired'));
  // Set before the answer is known: if the worker is stopped while waiting, this alarm polls again.
  await postponePoll(context, pending, pending.interval);
  const poll = await askTracker(context, pending);
  if (poll === undefined) return false;
  const named = poll.state === 'approved' ? await withPerson(context, pending, poll) : poll;
  // Holds the lock: a report handled meanwhile would store its updates for the previous account.
  return runExclusive(() => handlePoll(context, pending, named));
}

/**
 * If the tracker does not name the person with the token, asks `GET /me`. So a person who signs in again
 * after 90 days gets their old queue.
 */
async function withPerson(
  context: AppContext,
  { baseUrl }: PendingSignIn,
  poll: Approval,
): Promise<Approval> {
  if (poll.accountId !== undefined) return poll;
  try {
    const { id } = await trackerAt(context, baseUrl, async () => poll.token).person(
      AbortSignal.timeout(5_000),
    );
    return id === undefined ? poll : { ...poll, accountId: `me:${id}` };
  } catch (error) {
    // The sign-in works without it; entries of an earlier sign-in then wait for a decision.
    const { retryAfter } = error as Partial<TrackerError>;
    if (retryAfter !== undefined)
      await setCooldown(
        startCooldown(await currentCooldown(), context.now(), context.random(), { retryAfter }),
      );
    return poll;
  }
}

type Approval = Extract<DevicePoll, { state: 'approved' }>;

/**
 * `undefined`: the request failed on the way. The code stays valid until it expires, so the attempt goes on.
 */
async function askTracker(
  { fetch, now }: AppContext,
  { deviceCode, baseUrl }: PendingSignIn,
): Promise<DevicePoll | SignInFailure | undefined> {
  try {
    return await pollDeviceToken(deviceCode, { baseUrl, fetch, now });
  } catch (error) {
    if (error instanceof TrackerError && isPassing(error)) return undefined;
    return { state: 'failed', message: error instanceof Error ? error.message : '' };
  }
}

type SignInFailure = Readonly<{
  state: 'failed';
  message: string;
}>;

/**
 * Also true for an answer without the tracker's error record, such as the sign-in page of a Wi-Fi network.
 */
function isPassing({ code, reason }: TrackerError): boolean {
  return reason === undefined || PASSING_TROUBLES.includes(code);
}

async function handlePoll(
  context: AppContext,
  pending: PendingSignIn,
  poll: DevicePoll | SignInFailure,
): Promise<boolean> {
  switch (poll.state) {
    case 'pending':
      return false;
    case 'slow-down':
      await postponePoll(context, pending, pending.interval + SLOW_DOWN_SECONDS);
      return false;
    case 'denied':
    case 'expired':
      return end(context, pending, poll.state);
    case 'failed':
      return end(context, pending, poll.state, poll.message);
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
  { token, expiresIn, accountId }: Approval,
): Promise<boolean> {
  const { baseUrl } = pending;
  // The person cancelled or started again while the tracker answered, so nobody will use this token.
  if (!(await isCurrent(context, pending))) {
    await revokeLater(context, { baseUrl, token });
    return false;
  }
  // API v1 names no person, so without an id this may be somebody else. The account gets a new key: entries
  // of an earlier sign-in wait for a decision, and new entries belong to this person.
  const key = `${baseUrl}#${accountId ?? context.newId()}`;
  // What another person watched recently is no evidence about this one.
  const earlier = await currentAccount(context);
  if (earlier?.key !== key) await recentlyWatchedStore.remove();
  const since = context.now();
  const times = defined({ since, expiresAt: expiresIn > 0 ? since + expiresIn * 1000 : undefined });
  await storeAccount(context, { kind: 'account', baseUrl, token, key, ...times });
  if (earlier?.token !== token) await revokeLater(context, earlier);
  await reportStorage(undefined);
  // What the tracker offers is asked again at every sign-in.
  await forgetOffers(context);
  await removePending(context);
  await claimQueue(context, key);
  await accountStore.set({ state: 'signed-in', baseUrl, ...times });
  await scheduleCatalogue(context, 0);
  context.log.info('signed-in');
  return true;
}

/** RFC 8628, section 3.5: `slow_down` adds five seconds to the interval. */
const SLOW_DOWN_SECONDS = 5;
const PASSING_TROUBLES: TrackerErrorCode[] = ['network', 'timeout', 'server', 'rate-limited'];
