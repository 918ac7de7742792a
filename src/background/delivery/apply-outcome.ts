import { startCooldown } from '../../core/outbox/backoff';
import type { Attempted, Outcome } from '../../core/outbox/entry-change';
import type { OutboxEntry } from '../../core/outbox/outbox-entry';
import { refuseToken } from '../account/account';
import type { AppContext } from '../context/context';
import { orWithoutStorage } from '../context/storage-trouble';
import { changeByAttempt } from '../state/change-by-attempt';
import { currentCooldown, endCooldown, setCooldown } from '../state/rate-gate';

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
  await endCooldown();
  return 'continue';
}

function logOutcome({ log }: AppContext, entry: OutboxEntry, outcome: Outcome): void {
  const facts = { siteId: entry.siteId, sessionId: entry.id, private: entry.private };
  if (!('trouble' in outcome)) return log.info('update-accepted', facts);
  const { code, status } = outcome.trouble;
  const detail = [outcome.kind, code, status].filter((part) => part !== undefined).join(' ');
  log.error('update-failed', { ...facts, detail });
}
