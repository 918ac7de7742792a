import { startCooldown, isAhead, noCooldown } from '../../core/outbox/backoff';
import type { Attempted, Outcome, EntryChange } from '../../core/outbox/entry-change';
import type { OutboxEntry, DeliveryError } from '../../core/outbox/outbox-entry';
import { refuseToken, currentAccount, tokenFor } from '../account/account';
import type { AppContext } from '../context/context';
import { orWithoutStorage } from '../context/handler-error';
import { currentCooldown, setCooldown } from '../state/rate-gate';
import { defined } from '../../core/values/defined';
import { isUnauthorized, TrackerError, type TrackerErrorCode } from '../../tracker/tracker-error';
import { settingsStore } from '../../platform/storage/stores';
import { changeEntry, entryOf } from '../state/outbox-store';
import { keepUnwrittenChange, unwrittenChangesStore, withUnwritten } from '../state/unwritten';

/** Whether the next entry may be tried at once. */
export type Next = 'continue' | 'stop';

export type DeliveryAttempt = Readonly<{
  /** The update that was sent, or would have been once its title was matched. */
  pending: Attempted;
  outcome: Outcome;
  /** The token that the tracker was called with. */
  token: string;
}>;

/** Applies the result of an attempt to the entry, the sign-in and later calls. */
export async function applyOutcome(
  context: AppContext,
  entry: OutboxEntry,
  { pending, outcome, token }: DeliveryAttempt,
): Promise<Next> {
  logOutcome(context, entry, outcome);
  const isKnown = outcome.kind !== 'signed-out' || (await isRefused(context, token));
  const [at, random] = [context.now(), context.random()];
  await changeByAttempt(context, entry.id, { kind: 'answer', sent: pending, outcome, at, random });
  return updateCooldown(context, isKnown ? outcome : { ...outcome, kind: 'later' });
}

/** If the disk cannot be written the token stays, and is tried again with growing delays. */
async function isRefused(context: AppContext, token: string): Promise<boolean> {
  const done = await orWithoutStorage(async () => [await refuseToken(context, token)]);
  return done !== undefined;
}

/** Starts a cooldown if the tracker cannot be reached, and ends it if it answers. */
export async function updateCooldown({ now, random }: AppContext, outcome: Outcome): Promise<Next> {
  if (outcome.kind === 'signed-out') return 'stop';
  if (outcome.kind === 'later' && outcome.aboutTitle !== true) {
    await setCooldown(startCooldown(await currentCooldown(), now(), random(), outcome));
    return 'stop';
  }
  // An error about one update or title shows that the tracker works.
  await setCooldown(noCooldown);
  return 'continue';
}

function logOutcome({ log }: AppContext, entry: OutboxEntry, outcome: Outcome): void {
  const facts = { siteId: entry.siteId, sessionId: entry.id, private: entry.private };
  if (!('trouble' in outcome)) return log.info('update-accepted', facts);
  const { code, status } = outcome.trouble;
  const detail = [outcome.kind, code, status].filter((part) => part !== undefined).join(' ');
  log.error('update-failed', { ...facts, detail });
}

/**
 * The meaning of a failed call for an update. Only the API itself can refuse one, with its error record
 * (`reason`): the same status from a firewall or proxy says nothing.
 */
export function outcomeOf(error: TrackerError): Outcome {
  const { code, message, status, reason, retryAfter } = error;
  const trouble: DeliveryError = { code, message, ...defined({ status }) };
  if (isUnauthorized(error)) return { kind: 'signed-out', trouble };
  if (reason !== undefined && REFUSALS.includes(code)) return { kind: 'refused', trouble };
  if (reason !== undefined && code === 'not-found') return { kind: 'gone', trouble };
  const aboutTitle = error.aboutTitle || reason?.startsWith('CATALOGUE_');
  return { kind: 'later', trouble, offline: code === 'network', ...defined({ retryAfter, aboutTitle }) };
}

/** The outcome of a call. Rethrows anything but a TrackerError. */
export async function attempt(call: () => Promise<unknown>): Promise<Outcome> {
  try {
    await call();
    return { kind: 'accepted' };
  } catch (error) {
    if (error instanceof TrackerError) return outcomeOf(error);
    throw error;
  }
}

/** API v1 has no 409, so a 409 neither accepts nor refuses an update. */
const REFUSALS: TrackerErrorCode[] = ['forbidden', 'validation', 'too-large'];

/**
 * The token, the address and the account whose entries may be sent now. They are read together, because
 * another person can sign in while an entry is being matched.
 */
export type SendConditions = Readonly<{
  token: string;
  baseUrl: string;
  account: string;
}>;

/** `undefined` while nobody is signed in, and during a cooldown of the tracker. */
export async function sendConditions(context: AppContext): Promise<SendConditions | undefined> {
  const [account, settings, cooldown] = await Promise.all([
    currentAccount(context),
    settingsStore.get(),
    currentCooldown(),
  ]);
  const token = tokenFor(context, account, settings);
  if (account === undefined || token === undefined || isAhead(cooldown.until, context.now()))
    return undefined;
  return { token, baseUrl: account.baseUrl, account: account.key };
}

/**
 * Applies the result of an attempt to an entry. If the disk cannot be written, the change is kept in memory
 * until it can be. Returns the entry as it is afterwards, like `changeEntry`.
 */
export async function changeByAttempt(
  context: AppContext,
  id: string,
  change: EntryChange,
): Promise<OutboxEntry | undefined> {
  // Placed after the kept changes of the same entry.
  const kept = [...(await unwrittenChangesStore.get()), { id, change }];
  const written = await orWithoutStorage(async () => [
    await changeEntry(context, id, (entry) => withUnwritten(entry, kept)),
  ]);
  if (written !== undefined) {
    const others = kept.filter((one) => !('change' in one) || one.id !== id);
    if (others.length < kept.length - 1) await unwrittenChangesStore.set(others);
    return written[0];
  }
  await keepUnwrittenChange({ id, change });
  return entryOf(context, id);
}
