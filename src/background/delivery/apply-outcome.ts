import { startCooldown } from '../../core/outbox/backoff';
import { applyResponse, type Attempted, type Outcome } from '../../core/outbox/apply-response';
import type { OutboxEntry } from '../../core/outbox/outbox-entry';
import { refuseToken } from '../account/account';
import type { AppContext } from '../context/context';
import { orWithoutStorage } from '../context/storage-trouble';
import { changeEntry } from '../state/outbox-store';
import { cooldownStore, endCooldown, setCooldown } from '../state/rate-gate';
import { keepAnswer } from '../state/unwritten-answers';

/**
 * Whether the next entry may be tried at once. `unwritten`: it may, but the disk takes nothing of this one,
 * which is tried again later.
 */
export type Next = 'continue' | 'stop' | 'unwritten';

export interface Attempt {
  /** The update that was sent, or would have been once its title was matched. */
  readonly pending: Attempted;
  readonly outcome: Outcome;
  /** The token that the tracker was called with. */
  readonly token: string;
}

/** Stores what an attempt means for the entry, the sign-in and the calls that follow. */
export async function applyOutcome(
  context: AppContext,
  entry: OutboxEntry,
  { pending, outcome, token }: Attempt,
): Promise<Next> {
  logOutcome(context, entry, outcome);
  if (outcome.kind === 'signed-out') await refuseToken(context, token);
  const isWritten = await orWithoutStorage(async () => {
    await changeEntry(context, entry.id, (now) =>
      applyResponse(now, pending, outcome, context.now(), context.random()),
    );
    return true;
  });
  if (isWritten === undefined && outcome.kind === 'accepted') await keepAnswer(entry.id, pending);
  const next = await updateCooldown(context, outcome);
  return isWritten === undefined && next === 'continue' ? 'unwritten' : next;
}

/**
 * Leaves the tracker alone for a time where it cannot be reached; it is called as before where it answers.
 */
export async function updateCooldown({ now, random }: AppContext, outcome: Outcome): Promise<Next> {
  if (outcome.kind === 'signed-out') return 'stop';
  if (outcome.kind === 'later' && outcome.aboutTitle !== true) {
    await setCooldown(startCooldown(await cooldownStore.get(), now(), random(), outcome));
    return 'stop';
  }
  // What concerns one update or one title shows that the tracker works.
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
