import { supersededIds } from '../../core/outbox/schedule';
import {
  enqueue,
  inOrder,
  isSpent,
  pendingOf,
  type NewEntry,
  type OutboxEntry,
} from '../../core/outbox/outbox-entry';
import type { Update } from '../../core/session/session';
import { countsStore } from '../../platform/storage/stores';
import { logDropped } from './activity-log';
import { setCommonBadge } from '../../platform/browser/toolbar';
import type { AppContext } from '../context/context';

/** Entries kept at most; beyond it the oldest give up their intermediate positions first, and only then go. */
export const outboxBound = 10_000;

/** Stores an update before anything is sent. Resolves when the disk has it. */
export async function storeUpdate(
  { database }: AppContext,
  facts: NewEntry,
  update: Update,
): Promise<OutboxEntry> {
  const transaction = database.transaction('outbox', 'readwrite');
  const entry = enqueue(await transaction.store.get(facts.id), facts, update);
  await transaction.store.put(entry);
  await transaction.done;
  return entry;
}

export function entryOf({ database }: AppContext, id: string): Promise<OutboxEntry | undefined> {
  return database.get('outbox', id);
}

export async function allEntries({ database }: AppContext): Promise<readonly OutboxEntry[]> {
  return inOrder(await database.getAll('outbox'));
}

/** Changes one entry by a pure function, in one transaction; one that is gone meanwhile stays gone. */
export async function changeEntry(
  { database }: AppContext,
  id: string,
  change: (entry: OutboxEntry) => OutboxEntry | undefined,
): Promise<OutboxEntry | undefined> {
  const transaction = database.transaction('outbox', 'readwrite');
  const before = await transaction.store.get(id);
  const after = before === undefined ? undefined : change(before);
  if (before !== undefined && after === undefined) await transaction.store.delete(id);
  else if (after !== undefined && after !== before) await transaction.store.put(after);
  await transaction.done;
  return after;
}

/** Changes every entry by a pure function, in one transaction; `undefined` takes it out. */
export async function changeEntries(
  { database }: AppContext,
  change: (entry: OutboxEntry) => OutboxEntry | undefined,
): Promise<void> {
  const transaction = database.transaction('outbox', 'readwrite');
  const changes = (await transaction.store.getAll())
    .map((before) => ({ before, after: change(before) }))
    .filter(({ before, after }) => before !== after);
  await Promise.all(
    changes.map(({ before, after }) =>
      after === undefined ? transaction.store.delete(before.id) : transaction.store.put(after),
    ),
  );
  await transaction.done;
}

/** Takes out what is settled and belongs to no session that still runs, keeps the bound, and counts what waits. */
export async function tidyOutbox(context: AppContext, open: ReadonlySet<string>): Promise<void> {
  const entries = await allEntries(context);
  const superseded = supersededIds(entries);
  const isDone = (entry: OutboxEntry) =>
    isSpent(entry, open.has(entry.id)) || (superseded.has(entry.id) && !open.has(entry.id));
  const [spent, kept] = [entries.filter(isDone), entries.filter((entry) => !isDone(entry))];
  const over = kept.length - outboxBound;
  // Without a crossing the loss is a resume position; a crossing is only given up when nothing else is left.
  const surplus =
    over > 0
      ? [
          ...kept.filter((entry) => entry.crossing === undefined),
          ...kept.filter((entry) => entry.crossing !== undefined),
        ].slice(0, over)
      : [];
  // Said before it is done: nothing goes silently.
  for (const entry of surplus) await logDropped(context, entry);
  if (spent.length + surplus.length > 0) await removeUnchanged(context, [...spent, ...surplus]);
  const gone = new Set(surplus);
  await publishCounts(kept.filter((entry) => !gone.has(entry)));
}

/** An update that was stored since the entry was looked at keeps it. */
async function removeUnchanged({ database }: AppContext, entries: readonly OutboxEntry[]): Promise<void> {
  const transaction = database.transaction('outbox', 'readwrite');
  await Promise.all(
    entries.map(async ({ id, updatedAt }) => {
      if ((await transaction.store.get(id))?.updatedAt === updatedAt) await transaction.store.delete(id);
    }),
  );
  await transaction.done;
}

async function publishCounts(entries: readonly OutboxEntry[]): Promise<void> {
  const waiting = entries.filter((entry) => pendingOf(entry) !== undefined);
  const review = waiting.filter(
    ({ match }) => match.state === 'review' || match.state === 'unmatched',
  ).length;
  const parked = waiting.filter((entry) => entry.parked).length;
  const counts = { waiting: waiting.length - review - parked, review, parked };
  const before = await countsStore.get();
  // Every write wakes the pages that watch it.
  if (before.waiting !== counts.waiting || before.review !== review || before.parked !== parked)
    await countsStore.set(counts);
  // After a restart of the browser the badge is gone and the counts are not.
  await setCommonBadge(review + parked === 0 ? '' : String(review + parked));
}
