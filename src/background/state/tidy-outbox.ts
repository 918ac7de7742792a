import type { OutboxEntry } from '../../core/outbox/outbox-entry';
import { type QueuedEntry, type QueueTitle, sessionIdOf } from '../../core/outbox/queued-entries';
import { supersededIds } from '../../core/outbox/schedule';
import type { AppContext } from '../context/context';
import { orWithoutStorage } from '../context/handler-error';
import { logDropped } from './activity-log';
import { accountsOfQueue, placesOf, readQueue, readTitle, titlesOf } from './outbox-queue';
import { allEntries, removeUnchanged } from './outbox-store';
import { unwrittenChangesStore, withUnwritten } from './unwritten';

/**
 * Removes entries without a running session that have nothing to send, or only obsolete positions; then the
 * oldest ones beyond the capacity. `open`: the ids of running sessions.
 */
export async function tidyOutbox(context: AppContext, open: ReadonlySet<string>): Promise<void> {
  for (const account of await accountsOfQueue(context)) {
    const sent = await readQueue(context, [placesOf(account, 'sent')]);
    const spent = sent.filter(({ id }) => !open.has(sessionIdOf(id)));
    if (spent.length > 0) await removeUnchanged(context, spent);
    const ranks = [placesOf(account, 'waiting', 0), placesOf(account, 'waiting', 1)];
    for (const title of repeatedTitles(await readQueue(context, ranks, HEAD)))
      await tidyTitle(context, title, open);
  }
  await dropSurplus(context);
}

/** Removes the obsolete positions of a title, if the disk can be written. Returns its other entries. */
export async function tidyTitle(
  context: AppContext,
  title: QueueTitle,
  open: ReadonlySet<string>,
): Promise<OutboxEntry[]> {
  const kept = await unwrittenChangesStore.get();
  const entries = (await readTitle(context, title)).flatMap((entry) => withUnwritten(entry, kept) ?? []);
  const superseded = supersededIds(entries);
  const obsolete = entries.filter(({ id }) => superseded.has(id) && !open.has(sessionIdOf(id)));
  if (obsolete.length > 0) await orWithoutStorage(async () => removeUnchanged(context, obsolete));
  return entries.filter((entry) => !obsolete.includes(entry));
}

function repeatedTitles(entries: QueuedEntry[]): Iterable<QueueTitle> {
  const keys = entries.map(({ title }) => title[1]);
  return titlesOf(entries.filter(({ title }, index) => keys.indexOf(title[1]) !== index));
}

async function dropSurplus(context: AppContext): Promise<void> {
  const surplus = (await context.database.count('outbox')) - OUTBOX_CAPACITY;
  if (surplus <= 0) return;
  const dropped = leastValuable(await allEntries(context), surplus);
  // Logged first, so that the activity shows each loss even if the worker ends before the removal.
  for (const entry of dropped) await logDropped(context, entry);
  await removeUnchanged(context, dropped);
}

/**
 * Entries without a crossing hold only a resume position, so they are dropped first; among equals the oldest.
 */
function leastValuable(entries: OutboxEntry[], count: number): OutboxEntry[] {
  const withCrossing = entries.filter((entry) => entry.crossing !== undefined);
  const withoutCrossing = entries.filter((entry) => entry.crossing === undefined);
  return [...withoutCrossing, ...withCrossing].slice(0, count);
}

export const OUTBOX_CAPACITY = 10_000;
/** Number of recent entries among which earlier positions of the same title are searched. */
const HEAD = 50;
