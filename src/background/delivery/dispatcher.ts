import { isAhead } from '../../core/outbox/backoff';
import type { Due } from '../../core/outbox/schedule';
import { sessionIdOf } from '../../core/outbox/session-entries';
import { forgetAlarm, wakeExactlyAt } from '../../platform/browser/alarms';
import { accountKey, currentToken } from '../account/account';
import { forgetAhead } from '../account/match-cache';
import type { AppContext } from '../context/context';
import { isStorageFailing, orWithoutStorage } from '../context/storage-trouble';
import { ALARM_MILLISECONDS, OUTBOX_ALARM, wakeForOutbox } from '../state/outbox-alarm';
import { placesOf, readQueue } from '../state/outbox-queue';
import { currentCooldown } from '../state/rate-gate';
import { openSessions } from '../state/open-sessions';
import { tidyOutbox } from '../state/tidy-outbox';
import type { Next } from './apply-outcome';
import { dueForRound } from './due-entries';
import { sendConditions } from './send-conditions';
import { sendEntry } from './send-entry';

/** Called after each attempt, with the id of the entry's session. */
type EntryChanged = (sessionId: string) => Promise<void>;

/**
 * Sends what is due, one update at a time, and sets the alarm for the rest: first what is watched now, then
 * what has passed 90 %, then positions, the newest of each first. Runs after every stored update, on the
 * alarm, when the browser starts and after a sign-in.
 *
 * The worker may be stopped at any point: an update leaves the outbox only with its answer, and sending one
 * twice is harmless. An entry with which something goes wrong does not hold up the others.
 */
export async function dispatchDue(context: AppContext, changed: EntryChanged): Promise<void> {
  let next: Next = 'continue';
  const failed: Failed = new Map();
  await orWithoutStorage(async () => forgetAhead(context));
  while (next === 'continue' && failed.size < MOST_FAILURES) {
    const due = await dueNow(context, failed);
    if (due.length === 0) break;
    await wakeForOutbox(context.now());
    next = await sendAll(context, due, { changed, failed });
  }
  await orWithoutStorage(async () => tidyOutbox(context, await openSessions()));
  await setAlarm(context, next);
  // Storage that cannot be used is shown; any other error is reported by who has asked for the delivery.
  for (const error of failed.values()) await orWithoutStorage(() => Promise.reject(error as Error));
}

/** By the id of the entry, what went wrong with it in this run. */
type Failed = Map<string, unknown>;

/** Something is wrong with all of them then. */
const MOST_FAILURES = 12;

interface Round {
  readonly changed: EntryChanged;
  readonly failed: Failed;
}

async function sendAll(context: AppContext, due: readonly Due[], { changed, failed }: Round): Promise<Next> {
  for (const one of due) {
    try {
      const next = await sendEntry(context, one);
      await changed(sessionIdOf(one.id));
      if (next === 'stop') return 'stop';
    } catch (error) {
      failed.set(one.id, error);
    }
  }
  return 'continue';
}

async function dueNow(context: AppContext, failed: Failed): Promise<readonly Due[]> {
  const conditions = await sendConditions(context);
  return conditions === undefined ? [] : dueForRound(context, conditions.account, failed);
}

/** Wakes the worker when the next entry is due; not while nobody is signed in. */
async function setAlarm(context: AppContext, next: Next): Promise<void> {
  const [token, account, cooldown] = await Promise.all([
    currentToken(context),
    accountKey(context),
    currentCooldown(),
  ]);
  const now = context.now();
  // The next delivery begins with writing what is kept in memory.
  if (await isStorageFailing()) return wakeExactlyAt(OUTBOX_ALARM, now + ALARM_MILLISECONDS);
  const due = token === undefined ? undefined : await nextDue(context, account, now);
  if (due === undefined) return forgetAlarm(OUTBOX_ALARM);
  // Without a cooldown, what is due now waits for our own budget, or for an earlier viewing of its title.
  const isHeld = next === 'stop' || due <= now;
  const pause = isHeld ? now + ALARM_MILLISECONDS : 0;
  const open = isAhead(cooldown.until, now) ? cooldown.until : pause;
  return wakeExactlyAt(OUTBOX_ALARM, Math.max(open, due));
}

/** When there may be something to send again; `undefined` when nothing waits for a time. */
async function nextDue(context: AppContext, account: string, now: number): Promise<number | undefined> {
  const ranges = (['waiting', 'delayed', 'unmatched'] as const).map((group) => placesOf(account, group));
  const first = await readQueue(context, ranges, 1);
  const times = first.map(({ place: [, group, , time] }) => (group === 'waiting' ? now : time));
  return times.length === 0 ? undefined : Math.min(...times);
}
