import type { IDBPObjectStore } from 'idb';
import type { Item } from '../../core/media/item';
import { itemKey } from '../../core/media/item-key';
import { inOrder, type NewEntry, type OutboxEntry } from '../../core/outbox/outbox-entry';
import { enqueueFor, entryOfAccount } from '../../core/outbox/session-entries';
import type { Update } from '../../core/session/session';
import { withPlace, type Group } from '../../core/outbox/queue-place';
import type { AppContext } from '../context/context';
import type { MatineeSchema } from '../context/database';
import { placesOf } from './outbox-queue';

/** Stores an update of a session, for the account in `facts`. Resolves when it is on disk. */
export async function storeUpdate({ database }: AppContext, facts: NewEntry, update: Update): Promise<void> {
  const transaction = database.transaction('outbox', 'readwrite');
  const { store } = transaction;
  await store.put(withPlace(enqueueFor(await store.getAll(idsOf(facts.id)), facts, update)));
  await transaction.done;
}

export function entryOf({ database }: AppContext, id: string): Promise<OutboxEntry | undefined> {
  return database.get('outbox', id);
}

/** The entry of a session that belongs to this account; with an empty account the newest. */
export async function entryOfSession(
  { database }: AppContext,
  sessionId: string,
  account: string,
): Promise<OutboxEntry | undefined> {
  const entries = await database.getAll('outbox', idsOf(sessionId));
  return entryOfAccount(entries, account) ?? (account === '' ? entries.at(-1) : undefined);
}

/** The ids of a session's entries. */
function idsOf(sessionId: string): IDBKeyRange {
  return IDBKeyRange.bound(sessionId, `${sessionId}#~`);
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
  else if (after !== undefined && after !== before) await transaction.store.put(withPlace(after));
  await transaction.done;
  return after;
}

/** The store of a transaction that writes. */
type OutboxStore = IDBPObjectStore<MatineeSchema, ['outbox'], 'outbox', 'readwrite'>;

/** Finds entries to change. */
export type EntryReader = (store: OutboxStore) => Promise<readonly OutboxEntry[]>;

/** Changes the entries that `read` finds, all by default, as `changeEntry` does, in one transaction. */
export async function changeEntries(
  { database }: AppContext,
  change: (entry: OutboxEntry) => OutboxEntry | undefined,
  read: EntryReader = (store) => store.getAll(),
): Promise<void> {
  const transaction = database.transaction('outbox', 'readwrite');
  const { store } = transaction;
  const changes = (await read(store))
    .map((before) => ({ before, after: change(before) }))
    .filter(({ before, after }) => before !== after);
  await Promise.all(
    changes.map(({ before, after }) =>
      after === undefined ? store.delete(before.id) : store.put(withPlace(after)),
    ),
  );
  await transaction.done;
}

/** The entries of one session, or one of these entries. */
export function ofSession(id: string): EntryReader {
  return (store) => store.getAll(idsOf(id));
}

/** An account's entries of one title. */
export function ofTitle(account: string, item: Item): EntryReader {
  return (store) => store.index('title').getAll([account, itemKey(item)]);
}

/** An account's entries of one group. */
export function ofGroup(account: string, group: Group): EntryReader {
  return (store) => store.index('place').getAll(placesOf(account, group));
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
