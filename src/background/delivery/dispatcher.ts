import { isAhead } from '../../core/outbox/backoff';
import type { OutboxEntry } from '../../core/outbox/outbox-entry';
import { dueEntries, nextDue, type Due } from '../../core/outbox/schedule';
import { forgetAlarm, wakeAt, wakeExactlyAt } from '../../platform/browser/alarms';
import { accountKey, currentToken } from '../account/account';
import type { AppContext } from '../context/context';
import { allEntries } from '../state/outbox-store';
import { cooldownStore } from '../state/rate-gate';
import { openSessions } from '../state/tab-state';
import { tidyOutbox } from '../state/tidy-outbox';
import type { Next } from './apply-outcome';
import { sendConditions } from './send-conditions';
import { sendEntry } from './send-entry';

export const OUTBOX_ALARM = 'outbox';

/** Called after each attempt, with the id of the entry's session. */
type EntryChanged = (sessionId: string) => Promise<void>;

/**
 * Sends what is due, one update at a time, oldest first, and sets the alarm for the rest. Returns what is
 * left in the outbox. Runs after every stored update, on the alarm, when the browser starts and after a
 * sign-in.
 *
 * The worker may be stopped at any point: an update leaves the outbox only with its answer, and sending one
 * twice is harmless.
 */
export async function dispatchDue(
  context: AppContext,
  changed: EntryChanged,
): Promise<readonly OutboxEntry[]> {
  let next: Next = 'continue';
  while (next === 'continue') {
    const due = await dueNow(context);
    if (due.length === 0) break;
    // Should the worker be stopped before it sets a better one, this alarm resumes the work.
    await wakeAt(OUTBOX_ALARM, context.now() + SAFETY_ALARM_MILLISECONDS);
    next = await sendAll(context, due, changed);
  }
  const left = await tidyOutbox(context, await openSessions());
  await setAlarm(context, left);
  return left;
}

async function sendAll(context: AppContext, due: readonly Due[], changed: EntryChanged): Promise<Next> {
  for (const one of due) {
    const next = await sendEntry(context, one);
    await changed(one.id);
    if (next === 'stop') return 'stop';
  }
  return 'continue';
}

/** What may be sent at this moment, oldest first. */
async function dueNow(context: AppContext): Promise<readonly Due[]> {
  const conditions = await sendConditions(context);
  if (conditions === undefined) return [];
  return dueEntries(await allEntries(context), conditions.account, context.now());
}

/** Wakes the worker when the next entry is due; not while nobody is signed in. */
async function setAlarm(context: AppContext, entries: readonly OutboxEntry[]): Promise<void> {
  const [token, account, cooldown] = await Promise.all([
    currentToken(context),
    accountKey(context),
    cooldownStore.get(),
  ]);
  const now = context.now();
  const due = token === undefined ? undefined : nextDue(entries, account, now);
  if (due === undefined) return forgetAlarm(OUTBOX_ALARM);
  const open = isAhead(cooldown.until, now) ? cooldown.until : 0;
  return wakeExactlyAt(OUTBOX_ALARM, Math.max(open, now, due));
}

/** The least that browsers grant an alarm. */
const SAFETY_ALARM_MILLISECONDS = 30_000;
