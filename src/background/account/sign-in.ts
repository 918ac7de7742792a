import type { AccountView } from '../../core/settings/account-view';
import { pendingOf } from '../../core/outbox/outbox-entry';
import { forgetAlarm, wakeAt } from '../../platform/browser/alarms';
import { accountStore, settingsStore } from '../../platform/storage/stores';
import { pollDeviceToken, requestDeviceCode, type DevicePoll } from '../../tracker/device';
import { TrackerError } from '../../tracker/tracker-error';
import { accountKey, currentAccount, publishAccount, trackerUrl } from './account';
import type { PendingSignIn } from '../context/database';
import { allEntries, changeEntries } from '../state/outbox-store';
import { recentlyWatchedStore } from '../recording/reducer-rules';
import type { AppContext } from '../context/context';
import { defined } from '../../core/values/defined';

export const signInAlarm = 'sign-in';

/** Asks the tracker for a device code and waits for its approval. An earlier attempt ends. Throws a TrackerError. */
export async function startSignIn(context: AppContext): Promise<AccountView> {
  const baseUrl = await trackerUrl(context);
  if (baseUrl === undefined)
    throw new TrackerError(
      'network',
      'The address of the tracker may not be used; see Advanced in the options.',
    );
  const { devicePath } = await settingsStore.get();
  const code = await requestDeviceCode('Matinee', {
    baseUrl,
    fetch: context.fetch,
    now: context.now,
    codePath: devicePath,
  });
  const expiresAt = context.now() + code.expires_in * 1000;
  const pending: PendingSignIn = {
    kind: 'pending',
    baseUrl,
    deviceCode: code.device_code,
    interval: code.interval,
    expiresAt,
    nextAt: context.now() + code.interval * 1000,
  };
  await context.database.put('account', pending, 'pending');
  const view: AccountView = {
    state: 'pending',
    userCode: code.user_code,
    verificationUri: code.verification_uri,
    expiresAt,
    ...defined({ verificationUriComplete: code.verification_uri_complete }),
  };
  await accountStore.set(view);
  await wakeAt(signInAlarm, pending.nextAt);
  return view;
}

/**
 * Asks once whether the code was approved, if it is time to: called by the alarm, and by the page that shows the code
 * (an alarm may not ring more than twice a minute). True when somebody is signed in now.
 */
export function pollSignIn(context: AppContext): Promise<boolean> {
  // Two questions at once would use up the code with the first, and hear "unknown" for the second.
  polling ??= pollOnce(context).finally(() => (polling = undefined));
  return polling;
}

let polling: Promise<boolean> | undefined;

async function pollOnce(context: AppContext): Promise<boolean> {
  const pending = await context.database.get('account', 'pending');
  if (pending?.kind !== 'pending' || pending.nextAt > context.now()) return false;
  if (pending.expiresAt <= context.now()) return fail(context, 'expired', pending);
  // Before the answer is known: a worker that dies meanwhile must not forget to ask again.
  await later(context, pending, pending.interval);
  try {
    const poll = await pollDeviceToken(pending.deviceCode, {
      baseUrl: pending.baseUrl,
      fetch: context.fetch,
      now: context.now,
    });
    switch (poll.state) {
      case 'pending':
        return false;
      case 'slow-down':
        await later(context, pending, pending.interval + 5);
        return false;
      case 'denied':
      case 'expired':
        return await fail(context, poll.state, pending);
      case 'approved':
        return await succeed(context, pending, poll);
    }
  } catch (error) {
    // A network that is away for a moment is no refusal; the code stays good until it expires.
    if (
      error instanceof TrackerError &&
      (error.code === 'network' ||
        error.code === 'timeout' ||
        error.code === 'server' ||
        error.code === 'rate-limited')
    )
      return false;
    return fail(context, 'failed', pending, error instanceof Error ? error.message : undefined);
  }
}

export async function cancelSignIn(context: AppContext): Promise<AccountView> {
  await fail(context, 'cancelled');
  return accountStore.get();
}

async function isCurrent({ database }: AppContext, { deviceCode }: PendingSignIn): Promise<boolean> {
  const current = await database.get('account', 'pending');
  return current?.kind === 'pending' && current.deviceCode === deviceCode;
}

async function later(context: AppContext, pending: PendingSignIn, interval: number): Promise<void> {
  if (!(await isCurrent(context, pending))) return;
  const nextAt = context.now() + interval * 1000;
  await context.database.put('account', { ...pending, interval, nextAt }, 'pending');
  await wakeAt(signInAlarm, nextAt);
}

/** Ends an attempt, unless another has taken its place. Who was signed in before stays so. */
async function fail(
  context: AppContext,
  why: 'denied' | 'expired' | 'cancelled' | 'failed',
  pending?: PendingSignIn,
  message?: string,
): Promise<false> {
  if (pending !== undefined && !(await isCurrent(context, pending))) return false;
  await context.database.delete('account', 'pending');
  await forgetAlarm(signInAlarm);
  await publishAccount(context, { state: 'signed-out', why, ...defined({ message }) });
  return false;
}

async function succeed(
  context: AppContext,
  pending: PendingSignIn,
  { token, expiresIn, accountId }: Extract<DevicePoll, { state: 'approved' }>,
): Promise<boolean> {
  const { database, now } = context;
  // Cancelled, or started anew, while the answer was under way: this token is nobody's wish.
  if (!(await isCurrent(context, pending))) return false;
  // A tracker that does not say who signed in may have let in somebody else: then the old queue waits for an answer.
  const key = `${pending.baseUrl}#${accountId ?? context.newId()}`;
  // What somebody else watched to the end lately says nothing of this person.
  if ((await currentAccount(context))?.key !== key) await recentlyWatchedStore.remove();
  const since = now();
  const times = { since, ...(expiresIn > 0 ? { expiresAt: since + expiresIn * 1000 } : {}) };
  await database.put(
    'account',
    { kind: 'account', baseUrl: pending.baseUrl, token, key, ...times },
    'current',
  );
  await database.delete('account', 'pending');
  await forgetAlarm(signInAlarm);
  const foreignQueue = await claimQueue(context, key);
  await accountStore.set({
    state: 'signed-in',
    baseUrl: pending.baseUrl,
    ...times,
    ...(foreignQueue === 0 ? {} : { foreignQueue }),
  });
  return true;
}

/** What was recorded while nobody was signed in becomes this account's; what is another's is only counted. */
async function claimQueue(context: AppContext, key: string): Promise<number> {
  await changeEntries(context, (entry) => {
    if (entry.account !== '' && entry.account !== key) return entry;
    const refused = entry.trouble?.code === 'unauthorized' || entry.trouble?.code === 'forbidden';
    if (!refused) return entry.account === key ? entry : { ...entry, account: key };
    // What was refused for the sake of the token has a new chance.
    const { trouble: _, ...rest } = entry;
    return { ...rest, account: key, parked: false, notBefore: 0 };
  });
  return (await allEntries(context)).filter(
    (entry) => entry.account !== key && pendingOf(entry) !== undefined,
  ).length;
}

/** The person has decided about another account's queue: it is sent with this one, or dropped. */
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
