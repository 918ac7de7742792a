import type { OutboxEntry } from '../../core/outbox/outbox-entry';
import { dueAt, dueEntries, isBacklog, type Due } from '../../core/outbox/schedule';
import type { AppContext } from '../context/context';
import { placesOf, readQueue, titlesOf } from '../state/outbox-queue';
import { openSessions } from '../state/open-sessions';
import { tidyTitle } from '../state/tidy-outbox';
import { unwrittenChangesStore, withUnwritten } from '../state/unwritten-changes';

/**
 * What may be sent now, for one round: first what is watched now, the newest first; then crossings, then
 * positions, the oldest first, since most trackers take the order of arrival for that of watching. A round is
 * short, so that what is stored meanwhile does not wait for the backlog. `failed`: ids of entries with which
 * something went wrong in this run.
 */
export async function dueForRound(
  context: AppContext,
  account: string,
  failed: ReadonlyMap<string, unknown>,
): Promise<readonly Due[]> {
  const now = context.now();
  const ranges = [
    placesOf(account, 'waiting', 0),
    placesOf(account, 'waiting', 1),
    placesOf(account, 'delayed'),
    placesOf(account, 'unmatched'),
  ];
  // What was sent and could not be written is still in the queue on the disk.
  const kept = await unwrittenChangesStore.get();
  const read = await readQueue(context, ranges, READ + kept.length + failed.size);
  // One number: the parts that are added are larger than all times.
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

/** Updates after which the queue is read again, and how many are put in order. */
const ROUND = 12;
const READ = 50;
