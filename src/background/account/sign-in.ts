import type { AccountView } from '../../core/settings/account-view';
import { pendingOf } from '../../core/outbox/outbox-entry';
import { forgetAlarm, wakeAt } from '../../platform/browser/alarms';
import { accountStore, settingsStore } from '../../platform/storage/stores';
import { pollDeviceToken, requestDeviceCode, type DevicePoll } from '../../tracker/device';
import { TrackerError } from '../../tracker/tracker-error';
import { accountKey, currentAccount, showAccount, trackerUrl } from './account';
import type { PendingSignIn } from '../context/database';
import { allEntries, changeEntries } from '../state/outbox-store';
import { recentStore } from '../recording/reducer-rules';
import type { World } from '../context/context';

export const signInAlarm = 'sign-in';

/** Asks the tracker for a device code and waits for its approval. An earlier attempt ends. Throws a TrackerError. */
export async function startSignIn(world: World): Promise<AccountView> {
  const baseUrl = await trackerUrl(world);
  if (baseUrl === undefined)
    throw new TrackerError(
      'network',
      'The address of the tracker may not be used; see Advanced in the options.',
    );
  const { devicePath } = await settingsStore.get();
  const code = await requestDeviceCode('Matinee', {
    baseUrl,
    fetch: world.fetch,
    now: world.now,
    codePath: devicePath,
  });
  const expiresAt = world.now() + code.expires_in * 1000;
  const pending: PendingSignIn = {
    kind: 'pending',
    baseUrl,
    deviceCode: code.device_code,
    interval: code.interval,
    expiresAt,
    nextAt: world.now() + code.interval * 1000,
  };
  await world.database.put('account', pending, 'pending');
  const view: AccountView = {
    state: 'pending',
    userCode: code.user_code,
    verificationUri: code.verification_uri,
    expiresAt,
    ...(code.verification_uri_complete === undefined
      ? {}
      : { verificationUriComplete: code.verification_uri_complete }),
  };
  await accountStore.set(view);
  await wakeAt(signInAlarm, pending.nextAt);
  return view;
}

/**
 * Asks once whether the code was approved, if it is time to: called by the alarm, and by the page that shows the code
 * (an alarm may not ring more than twice a minute). True when somebody is signed in now.
 */
export function pollSignIn(world: World): Promise<boolean> {
  // Two questions at once would use up the code with the first, and hear "unknown" for the second.
  polling ??= pollOnce(world).finally(() => (polling = undefined));
  return polling;
}

let polling: Promise<boolean> | undefined;

async function pollOnce(world: World): Promise<boolean> {
  const pending = await world.database.get('account', 'pending');
  if (pending?.kind !== 'pending' || pending.nextAt > world.now()) return false;
  if (pending.expiresAt <= world.now()) return fail(world, 'expired', pending);
  // Before the answer is known: a worker that dies meanwhile must not forget to ask again.
  await later(world, pending, pending.interval);
  try {
    const poll = await pollDeviceToken(pending.deviceCode, {
      baseUrl: pending.baseUrl,
      fetch: world.fetch,
      now: world.now,
    });
    switch (poll.state) {
      case 'pending':
        return false;
      case 'slow-down':
        await later(world, pending, pending.interval + 5);
        return false;
      case 'denied':
      case 'expired':
        return await fail(world, poll.state, pending);
      case 'approved':
        return await succeed(world, pending, poll);
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
    return fail(world, 'failed', pending, error instanceof Error ? error.message : undefined);
  }
}

export async function cancelSignIn(world: World): Promise<AccountView> {
  await fail(world, 'cancelled');
  return accountStore.get();
}

async function isCurrent({ database }: World, { deviceCode }: PendingSignIn): Promise<boolean> {
  const current = await database.get('account', 'pending');
  return current?.kind === 'pending' && current.deviceCode === deviceCode;
}

async function later(world: World, pending: PendingSignIn, interval: number): Promise<void> {
  if (!(await isCurrent(world, pending))) return;
  const nextAt = world.now() + interval * 1000;
  await world.database.put('account', { ...pending, interval, nextAt }, 'pending');
  await wakeAt(signInAlarm, nextAt);
}

/** Ends an attempt, unless another has taken its place. Who was signed in before stays so. */
async function fail(
  world: World,
  why: 'denied' | 'expired' | 'cancelled' | 'failed',
  pending?: PendingSignIn,
  message?: string,
): Promise<false> {
  if (pending !== undefined && !(await isCurrent(world, pending))) return false;
  await world.database.delete('account', 'pending');
  await forgetAlarm(signInAlarm);
  await showAccount(world, { state: 'signed-out', why, ...(message === undefined ? {} : { message }) });
  return false;
}

async function succeed(
  world: World,
  pending: PendingSignIn,
  { token, expiresIn, accountId }: Extract<DevicePoll, { state: 'approved' }>,
): Promise<boolean> {
  const { database, now } = world;
  // Cancelled, or started anew, while the answer was under way: this token is nobody's wish.
  if (!(await isCurrent(world, pending))) return false;
  // A tracker that does not say who signed in may have let in somebody else: then the old queue waits for an answer.
  const key = `${pending.baseUrl}#${accountId ?? world.newId()}`;
  // What somebody else watched to the end lately says nothing of this person.
  if ((await currentAccount(world))?.key !== key) await recentStore.remove();
  const since = now();
  const times = { since, ...(expiresIn > 0 ? { expiresAt: since + expiresIn * 1000 } : {}) };
  await database.put(
    'account',
    { kind: 'account', baseUrl: pending.baseUrl, token, key, ...times },
    'current',
  );
  await database.delete('account', 'pending');
  await forgetAlarm(signInAlarm);
  const foreignQueue = await claimQueue(world, key);
  await accountStore.set({
    state: 'signed-in',
    baseUrl: pending.baseUrl,
    ...times,
    ...(foreignQueue === 0 ? {} : { foreignQueue }),
  });
  return true;
}

/** What was recorded while nobody was signed in becomes this account's; what is another's is only counted. */
async function claimQueue(world: World, key: string): Promise<number> {
  await changeEntries(world, (entry) => {
    if (entry.account !== '' && entry.account !== key) return entry;
    const refused = entry.trouble?.code === 'unauthorized' || entry.trouble?.code === 'forbidden';
    if (!refused) return entry.account === key ? entry : { ...entry, account: key };
    // What was refused for the sake of the token has a new chance.
    const { trouble: _, ...rest } = entry;
    return { ...rest, account: key, parked: false, notBefore: 0 };
  });
  return (await allEntries(world)).filter((entry) => entry.account !== key && pendingOf(entry) !== undefined)
    .length;
}

/** The person has decided about another account's queue: it is sent with this one, or dropped. */
export async function decideForeignQueue(world: World, send: boolean): Promise<void> {
  const key = await accountKey(world);
  if (key === '') return;
  await changeEntries(world, (entry) => {
    if (entry.account === key) return entry;
    return send ? { ...entry, account: key, notBefore: 0 } : undefined;
  });
  const view = await accountStore.get();
  if (view.state !== 'signed-in') return;
  const { foreignQueue: _, ...rest } = view;
  await accountStore.set(rest);
}
