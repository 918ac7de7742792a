import { enqueue, inOrder, type NewEntry, type OutboxEntry } from '../../core/outbox/outbox-entry';
import type { Update } from '../../core/session/session';
import type { AppContext } from '../context/context';

/** Stores an update of a session. Resolves when it is on disk. */
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

/** Every entry, oldest first. */
export async function allEntries({ database }: AppContext): Promise<readonly OutboxEntry[]> {
  return inOrder(await database.getAll('outbox'));
}

/**
 * Changes one entry by a pure function, in one transaction; `undefined` removes it. Returns what is stored
 * afterwards. An entry that was removed in the meantime is not created again.
 */
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

/** Changes every entry by a pure function, in one transaction; `undefined` removes an entry. */
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

/** Removes entries, except those that have received an update since they were read. */
export async function removeUnchanged(
  { database }: AppContext,
  entries: readonly OutboxEntry[],
): Promise<void> {
  const transaction = database.transaction('outbox', 'readwrite');
  await Promise.all(
    entries.map(async ({ id, updatedAt }) => {
      if ((await transaction.store.get(id))?.updatedAt === updatedAt) await transaction.store.delete(id);
    }),
  );
  await transaction.done;
}
