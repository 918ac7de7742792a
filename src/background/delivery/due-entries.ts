import type { OutboxEntry } from '../../core/outbox/outbox-entry';
import { dueAt, dueEntries, isBacklog, type Due } from '../../core/outbox/schedule';
import type { AppContext } from '../context/context';
import { placesOf, readQueue, titlesOf } from '../state/outbox-queue';
import { openSessions } from '../state/open-sessions';
import { tidyTitle } from '../state/tidy-outbox';

/**
 * What may be sent now, for one round: first what is watched now, then crossings, then positions, of each the
 * newest. A round is short, so that what is stored meanwhile does not wait for the backlog.
 */
export async function dueForRound(context: AppContext, account: string): Promise<readonly Due[]> {
  const now = context.now();
  const ranges = [
    placesOf(account, 'waiting', 0),
    placesOf(account, 'waiting', 1),
    placesOf(account, 'delayed'),
    placesOf(account, 'unmatched'),
  ];
  const read = await readQueue(context, ranges, ROUND);
  const urgency = (entry: OutboxEntry) =>
    Number(isBacklog(entry, now)) * 2 + Number(entry.crossing === undefined);
  const found = read
    .filter((entry) => dueAt(entry, account, now) <= now)
    .sort((a, b) => urgency(a) - urgency(b) || b.updatedAt - a.updatedAt);
  const due: Due[] = [];
  if (found.length === 0) return due;
  const open = await openSessions();
  for (const title of titlesOf(found)) {
    due.push(...dueEntries(await tidyTitle(context, title, open), account, now));
    if (due.length >= ROUND) break;
  }
  return due;
}

/** Updates after which the queue is read again. */
const ROUND = 12;
