import type { IDBPObjectStore } from 'idb';
import { watchAddress } from '../../core/hosts/watch-address';
import type { Item } from '../../core/media/item';
import { itemKey } from '../../core/media/item-key';
import { inOrder, type NewEntry, type OutboxEntry } from '../../core/outbox/outbox-entry';
import { enqueueFor, entryOfAccount, withPlace, type QueueGroup } from '../../core/outbox/queued-entries';
import type { Update } from '../../core/session/session';
import { defined } from '../../core/values/defined';
import type { AppContext } from '../context/context';
import { isStorageFailing, orWithoutStorage, reportStorage } from '../context/handler-error';
import {
  unwrittenChangesStore,
  withUnwritten,
  keepUnwritten,
  unwrittenStore,
  type UnwrittenUpdate,
} from './unwritten';
import { beginDurable, type CachedMatch, type MatineeSchema } from '../context/database';
import { wakeForOutbox } from './alarms';
import { placesOf } from './outbox-queue';

/**
 * Stores an update of a session, for the account in `facts`, with an alarm that sends it. Resolves when the
 * update is on disk, or kept in memory if the disk cannot be written (`storeUnwritten`). `page` is the
 * address of the tab, of which only `watchAddress` is kept.
 */
export async function storeUpdate(
  context: AppContext,
  { page, ...session }: NewEntry,
  update: Update,
): Promise<void> {
  await wakeForOutbox(context.now());
  const facts = { ...session, ...defined({ page: watchAddress(page) }) };
  const added = { facts, update };
  // Updates that could not be written before come first: the order of the entries is that of watching.
  const isFirst = (await unwrittenStore.get()).length === 0;
  const isStored = isFirst && (await orWithoutStorage(() => writeUpdates(context, [added])));
  if (isStored !== true) await keepUnwritten(added);
}

/** Stores what was kept in memory while the disk could not be written. Call it under the lock. */
export async function storeUnwritten(context: AppContext, account: string): Promise<void> {
  let isTold = await isStorageFailing();
  for (const write of [writeKeptChanges, writeKeptUpdates]) {
    const written = await orWithoutStorage(() => write(context, account));
    if (written === undefined) return;
    isTold ||= written;
  }
  if (isTold) await reportStorage(undefined);
}

/** True if there was something; throws if it cannot be written. */
async function writeKeptChanges(context: AppContext): Promise<boolean> {
  const kept = await unwrittenChangesStore.get();
  if (kept.length === 0) return false;
  const ids = new Set(kept.flatMap((one) => ('change' in one ? one.id : [])));
  const read: EntryReader = async (store) =>
    (await Promise.all([...ids].map((id) => store.get(id)))).flatMap((entry) => entry ?? []);
  await changeEntries(context, (entry) => withUnwritten(entry, kept), read);
  // Written before the rest, which matters less.
  const rest = kept.filter((one) => 'store' in one);
  await unwrittenChangesStore.set(rest);
  const transaction = context.database.transaction(['matches', 'activity'], 'readwrite');
  const writes = rest.map(({ store, value }) => transaction.objectStore(store).put(value as CachedMatch));
  await Promise.all([...writes, transaction.done]);
  await unwrittenChangesStore.remove();
  return true;
}

/** Written in the order of watching, like `writeKeptChanges`. */
async function writeKeptUpdates(context: AppContext, account: string): Promise<boolean> {
  const kept = await unwrittenStore.get();
  if (kept.length === 0) return false;
  // Without the database the account was unknown when they were kept.
  const owned = kept.map(({ facts, update }) => ({
    facts: { ...facts, account: facts.account || account },
    update,
  }));
  await writeUpdates(context, owned);
  await unwrittenStore.remove();
  return true;
}

/** Removes a session's unsent updates, also from memory. Call it under the lock. */
export async function dropUnsent(context: AppContext, sessionId: string): Promise<void> {
  const kept = await unwrittenStore.get();
  const others = kept.filter(({ facts }) => facts.id !== sessionId);
  if (others.length < kept.length) await unwrittenStore.set(others);
  const drop = (entry: OutboxEntry) => (entry.confirmed ? entry : undefined);
  await orWithoutStorage(async () => changeEntries(context, drop, ofSession(sessionId)));
}

async function writeUpdates({ database }: AppContext, updates: UnwrittenUpdate[]): Promise<true> {
  const transaction = beginDurable(database, 'outbox');
  const { store } = transaction;
  const write = async () => {
    for (const { facts, update } of updates) {
      const entries = await store.getAll(idsOf(facts.id));
      const before = await store.index('title').getAll([facts.account, itemKey(facts.item)]);
      await store.put(withPlace(enqueueFor(entries, facts, update, before)));
    }
  };
  await Promise.all([write(), transaction.done]);
  return true;
}

/** Includes changes that could not be written. */
export async function entryOf({ database }: AppContext, id: string): Promise<OutboxEntry | undefined> {
  const entry = await database.get('outbox', id);
  return entry && withUnwritten(entry, await unwrittenChangesStore.get());
}

/**
 * The entry of a session that belongs to this account; with an empty account the newest. None if the database
 * cannot be used.
 */
export async function entryOfSession(
  context: AppContext,
  sessionId: string,
  account: string,
): Promise<OutboxEntry | undefined> {
  const read = async () => context.database.getAll('outbox', idsOf(sessionId));
  const entries = (await orWithoutStorage(read)) ?? [];
  return entryOfAccount(entries, account) ?? (account === '' ? entries.at(-1) : undefined);
}

/** The ids of a session's entries. */
function idsOf(sessionId: string): IDBKeyRange {
  return IDBKeyRange.bound(sessionId, `${sessionId}#~`);
}

/** Every entry, oldest first. */
export async function allEntries({ database }: AppContext): Promise<OutboxEntry[]> {
  return inOrder(await database.getAll('outbox'));
}

/**
 * Changes one entry by a pure function, in one transaction; a result of `undefined` removes it. Returns what
 * is stored afterwards. An entry removed in the meantime is not created again.
 */
export async function changeEntry(
  context: AppContext,
  id: string,
  change: (entry: OutboxEntry) => OutboxEntry | undefined,
): Promise<OutboxEntry | undefined> {
  let after: OutboxEntry | undefined;
  const changeOne = (entry: OutboxEntry) => (after = change(entry));
  await changeEntries(context, changeOne, (store) => store.getAll(id));
  return after;
}

/** The store within a write transaction. */
type OutboxStore = IDBPObjectStore<MatineeSchema, ['outbox'], 'outbox', 'readwrite'>;

/** Finds entries to change. */
export type EntryReader = (store: OutboxStore) => Promise<OutboxEntry[]>;

/** Changes the entries that `read` finds (by default all) like `changeEntry`, in one transaction. */
export async function changeEntries(
  { database }: AppContext,
  change: (entry: OutboxEntry) => OutboxEntry | undefined,
  read: EntryReader = (store) => store.getAll(),
): Promise<void> {
  const transaction = beginDurable(database, 'outbox');
  const { store } = transaction;
  const changes = (await read(store))
    .map((before) => ({ before, after: change(before) }))
    .filter(({ before, after }) => before !== after);
  const writes = changes.map(({ before, after }) =>
    after === undefined ? store.delete(before.id) : store.put(withPlace(after)),
  );
  await Promise.all([...writes, transaction.done]);
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
export function ofGroup(account: string, group: QueueGroup): EntryReader {
  return (store) => store.index('place').getAll(placesOf(account, group));
}

/** Removes entries, except those that have been updated since they were read. */
export async function removeUnchanged({ database }: AppContext, entries: OutboxEntry[]): Promise<void> {
  const transaction = beginDurable(database, 'outbox');
  const removals = entries.map(async ({ id, updatedAt }) => {
    if ((await transaction.store.get(id))?.updatedAt === updatedAt) await transaction.store.delete(id);
  });
  await Promise.all([...removals, transaction.done]);
}
