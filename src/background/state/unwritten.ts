import type { ActivityEntry } from '../../core/outbox/outbox-view';
import { applyChange, type EntryChange } from '../../core/outbox/entry-change';
import type { OutboxEntry, NewEntry } from '../../core/outbox/outbox-entry';
import { isRecord } from '../../core/values/is-record';
import { storageItem } from '../../platform/storage/storage-item';
import type { AppContext } from '../context/context';
import type { CachedMatch } from '../context/database';
import { orWithoutStorage } from '../context/handler-error';
import type { Update } from '../../core/session/session';

/** A result of sending that could not be written to the disk. */
export type UnwrittenChange =
  /** The change of the entry with this id. */
  Readonly<{ id: string; change: EntryChange }> | UnwrittenRecord;

/**
 * A record by its object store: an answer about a title, a note among the answers, or a line of the activity.
 * None is needed to send an update.
 */
type UnwrittenRecord =
  | Readonly<{ store: 'matches'; value: CachedMatch }>
  | Readonly<{ store: 'activity'; value: Omit<ActivityEntry, 'id'> }>;

/**
 * Kept in session memory, which outlives the worker, so that the next worker does not send an accepted update
 * again. Oldest first.
 */
export const unwrittenChangesStore = storageItem<UnwrittenChange[]>({
  area: 'session',
  key: 'unwritten-changes',
  read: (stored) => (Array.isArray(stored) ? stored.filter(isRecord) : []) as unknown as UnwrittenChange[],
});

export async function keepUnwrittenChange(added: UnwrittenChange): Promise<void> {
  await unwrittenChangesStore.set([...(await unwrittenChangesStore.get()), added]);
}

/** An entry with its unwritten changes applied; `undefined` if they remove it. */
export function withUnwritten(entry: OutboxEntry, kept: UnwrittenChange[]): OutboxEntry | undefined {
  let after: OutboxEntry | undefined = entry;
  for (const one of kept)
    if ('change' in one && one.id === entry.id) after &&= applyChange(after, one.change);
  return after;
}

/** Returns its key; `undefined` if it is kept in memory. */
export async function writeRecord(
  { database }: AppContext,
  record: UnwrittenRecord,
): Promise<string | number | undefined> {
  const key = await orWithoutStorage(() => database.put(record.store, record.value));
  if (key === undefined) await keepUnwrittenChange(record);
  return key;
}

/** Drops all unwritten records, but keeps changes of entries. */
export async function dropUnwrittenRecords(): Promise<void> {
  const kept = await unwrittenChangesStore.get();
  await unwrittenChangesStore.set(kept.filter((one) => 'change' in one));
}

/** An answer or note that could not be written. */
export async function unwrittenMatch(wanted: string): Promise<CachedMatch | undefined> {
  const found = (await unwrittenChangesStore.get()).findLast(
    (one) => 'store' in one && one.store === 'matches' && one.value.key === wanted,
  );
  return found && 'store' in found ? (found.value as CachedMatch) : undefined;
}

/**
 * Limit of kept records, of about 1 kB each; `storage.session` holds 10 MB. Beyond it nothing is sent until
 * the disk can be written: an answer that cannot be kept would lead to the same request again.
 */
export const MOST_UNWRITTEN_CHANGES = 600;

/** An update that could not be written to the disk. */
export type UnwrittenUpdate = Readonly<{
  facts: NewEntry;
  update: Update;
}>;

/** Kept in session memory, which outlives the worker. Oldest first. */
export const unwrittenStore = storageItem<UnwrittenUpdate[]>({
  area: 'session',
  key: 'unwritten',
  read: (stored) => (Array.isArray(stored) ? stored.filter(isUnwritten) : []),
});

/** Call it under the lock. Of a session, the first and the last position and the crossing are kept. */
export async function keepUnwritten(added: UnwrittenUpdate): Promise<void> {
  const kept = await unwrittenStore.get();
  const same = kept.filter((one) => isSame(one, added) && !one.update.crossing);
  const obsolete = added.update.crossing ? [] : same.slice(1);
  await unwrittenStore.set([...kept.filter((one) => !obsolete.includes(one)), added]);
}

function isSame(a: Pick<UnwrittenUpdate, 'facts'>, b: Pick<UnwrittenUpdate, 'facts'>): boolean {
  return a.facts.id === b.facts.id && a.facts.account === b.facts.account;
}

function isUnwritten(value: unknown): value is UnwrittenUpdate {
  return isRecord(value) && isRecord(value['facts']) && isRecord(value['update']);
}
