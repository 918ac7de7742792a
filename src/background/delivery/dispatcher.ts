import { isAhead } from '../../core/outbox/backoff';
import { dueAt, dueEntries, isBacklog, type Due } from '../../core/outbox/schedule';
import { sessionIdOf } from '../../core/outbox/queued-entries';
import { forgetAlarm, wakeExactlyAt } from '../../platform/browser/alarms';
import type { OutboxEntry } from '../../core/outbox/outbox-entry';
import { accountKey, currentToken } from '../account/account';
import { forgetAhead } from '../account/match-cache';
import type { AppContext } from '../context/context';
import { isStorageFailing, orWithoutStorage } from '../context/handler-error';
import { ALARM_MILLISECONDS, OUTBOX_ALARM, wakeForOutbox } from '../state/alarms';
import { placesOf, readQueue, titlesOf } from '../state/outbox-queue';
import { currentCooldown } from '../state/rate-gate';
import { openSessions } from '../state/tab-state';
import { tidyOutbox, tidyTitle } from '../state/tidy-outbox';
import { unwrittenChangesStore, withUnwritten } from '../state/unwritten';
import { type Next, sendConditions } from './apply-outcome';
import { sendEntry } from './send-entry';

/** Called after each attempt, with the id of the entry's session. */
type EntryChanged = (sessionId: string) => Promise<void>;

/**
 * Sends due entries, one update at a time, and sets the alarm for the rest. Current entries go first, then
 * the backlog; in both, entries with a crossing first. Runs after every stored update, on the alarm, at
 * browser start and after a sign-in.
 *
 * The worker may be stopped at any point: an update leaves the outbox only with its answer, and sending one
 * twice is harmless. A failing entry does not hold up the others.
 */
export async function dispatchDue(context: AppContext, changed: EntryChanged): Promise<void> {
  let next: Next = 'continue';
  const failed: Failed = new Map();
  await orWithoutStorage(async () => forgetAhead(context));
  while (next === 'continue' && failed.size < MOST_FAILURES) {
    const due = await dueForRound(context, failed);
    if (due.length === 0) break;
    await wakeForOutbox(context.now());
    next = await sendAll(context, due, { changed, failed });
  }
  await orWithoutStorage(async () => tidyOutbox(context, await openSessions()));
  await setAlarm(context, next);
  // Unusable storage is shown in the popup; whoever requested the delivery reports other errors.
  for (const error of failed.values()) await orWithoutStorage(() => Promise.reject(error as Error));
}

/** By entry id, the error of this run. */
type Failed = Map<string, unknown>;

/** After this many failures something is wrong with all of them. */
const MOST_FAILURES = 12;

type Round = Readonly<{
  changed: EntryChanged;
  failed: Failed;
}>;

async function sendAll(context: AppContext, due: Due[], { changed, failed }: Round): Promise<Next> {
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

/** Wakes the worker when the next entry is due; not while nobody is signed in. */
async function setAlarm(context: AppContext, next: Next): Promise<void> {
  const [token, account, cooldown] = await Promise.all([
    currentToken(context),
    accountKey(context),
    currentCooldown(),
  ]);
  const now = context.now();
  // The next delivery begins by writing what is kept in memory.
  if (await isStorageFailing()) return wakeExactlyAt(OUTBOX_ALARM, now + ALARM_MILLISECONDS);
  const due = token === undefined ? undefined : await nextDue(context, account, now);
  if (due === undefined) return forgetAlarm(OUTBOX_ALARM);
  // Without a cooldown, an entry that is due now waits for our own rate limit, or for an earlier viewing of
  // its title.
  const isHeld = next === 'stop' || due <= now;
  const pause = isHeld ? now + ALARM_MILLISECONDS : 0;
  const open = isAhead(cooldown.until, now) ? cooldown.until : pause;
  return wakeExactlyAt(OUTBOX_ALARM, Math.max(open, due));
}

/** The next time at which there may be something to send; `undefined` if nothing waits for a time. */
async function nextDue(context: AppContext, account: string, now: number): Promise<number | undefined> {
  const ranges = (['waiting', 'delayed', 'unmatched'] as const).map((group) => placesOf(account, group));
  const first = await readQueue(context, ranges, 1);
  const times = first.map(({ place: [, group, , time] }) => (group === 'waiting' ? now : time));
  return times.length === 0 ? undefined : Math.min(...times);
}

/**
 * The entries of one round; none while nothing may be sent:
 * - first those changed in the last ten minutes, newest first;
 * - then the backlog, oldest first, because most trackers take the order of arrival for the order of
 *   watching.
 *
 * In both, entries with a crossing come before those without. All due entries of a title follow its first
 * one. A round is short, so updates stored meanwhile need not wait for the backlog. `failed`: the errors of
 * this run, by id of the entry.
 */
async function dueForRound(context: AppContext, failed: Failed): Promise<Due[]> {
  const conditions = await sendConditions(context);
  if (conditions === undefined) return [];
  const { account } = conditions;
  const now = context.now();
  const ranges = [
    placesOf(account, 'waiting', 0),
    placesOf(account, 'waiting', 1),
    placesOf(account, 'delayed'),
    placesOf(account, 'unmatched'),
  ];
  // Entries that were sent but could not be updated on the disk are still in its queue.
  const kept = await unwrittenChangesStore.get();
  const read = await readQueue(context, ranges, READ + kept.length + failed.size);
  // A single number: the added parts are larger than any time.
  const rank = (entry: OutboxEntry) =>
    (isBacklog(entry, now) ? 1 : -1) * (1e14 + entry.updatedAt) + (entry.crossing ? 0 : 5e13);
  const isDue = (entry: OutboxEntry | undefined) =>
    entry && !failed.has(entry.id) && dueAt(entry, account, now) <= now;
  const found = read.filter((entry) => isDue(withUnwritten(entry, kept))).sort((a, b) => rank(a) - rank(b));
  const due: Due[] = [];
  if (found.length === 0) return due;
  const open = await openSessions();
  for (const title of titlesOf(found)) {
    const entries = dueEntries(await tidyTitle(context, title, open), account, now);
    due.push(...entries.filter(({ id }) => !failed.has(id)));
    if (due.length >= ROUND) break;
  }
  return due;
}

/** The queue is read again after this many updates. */
const ROUND = 12;
/** Entries of a group that are read and put in order. */
const READ = 50;
