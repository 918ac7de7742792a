import type { ActivityEntry } from '../../core/outbox/outbox-view';
import { applyChange, type EntryChange } from '../../core/outbox/entry-change';
import type { OutboxEntry } from '../../core/outbox/outbox-entry';
import { isRecord } from '../../core/values/is-record';
import { storageItem } from '../../platform/storage/storage-item';
import type { AppContext } from '../context/context';
import type { CachedMatch } from '../context/database';
import { orWithoutStorage } from '../context/storage-trouble';

/** What followed from sending, and could not be written to the disk. */
export type Unwritten =
  /** Of the entry with this id. */
  Readonly<{ id: string; change: EntryChange }> | UnwrittenRecord;

/**
 * By its object store: an answer about a title, a note among the answers, a line of the activity. None is
 * needed to send an update.
 */
type UnwrittenRecord =
  | Readonly<{ store: 'matches'; value: CachedMatch }>
  | Readonly<{ store: 'activity'; value: Omit<ActivityEntry, 'id'> }>;

/**
 * In memory of the browser, which outlives the worker: an update that was accepted is not sent again by the
 * next worker. Oldest first.
 */
export const unwrittenChangesStore = storageItem<readonly Unwritten[]>({
  area: 'session',
  key: 'unwritten-changes',
  read: (stored) => (Array.isArray(stored) ? stored.filter(isRecord) : []) as unknown as readonly Unwritten[],
});

export async function keepUnwrittenChange(added: Unwritten): Promise<void> {
  await unwrittenChangesStore.set([...(await unwrittenChangesStore.get()), added]);
}

/** An entry as it would be on the disk; `undefined`: it would not be there. */
export function withUnwritten(entry: OutboxEntry, kept: readonly Unwritten[]): OutboxEntry | undefined {
  let after: OutboxEntry | undefined = entry;
  for (const one of kept)
    if ('change' in one && one.id === entry.id) after &&= applyChange(after, one.change);
  return after;
}

/** Returns its key; `undefined` where it is kept in memory. */
export async function writeRecord(
  { database }: AppContext,
  record: UnwrittenRecord,
): Promise<string | number | undefined> {
  const key = await orWithoutStorage(() => database.put(record.store, record.value));
  if (key === undefined) await keepUnwrittenChange(record);
  return key;
}

/** Forgets all that is not of an entry. */
export async function dropUnwrittenRecords(): Promise<void> {
  const kept = await unwrittenChangesStore.get();
  await unwrittenChangesStore.set(kept.filter((one) => 'change' in one));
}

/** An answer or a note that could not be written. */
export async function unwrittenMatch(wanted: string): Promise<CachedMatch | undefined> {
  const found = (await unwrittenChangesStore.get()).findLast(
    (one) => 'store' in one && one.store === 'matches' && one.value.key === wanted,
  );
  return found && 'store' in found ? (found.value as CachedMatch) : undefined;
}

/**
 * So many are kept, of about 1 kB each; `storage.session` holds 10 MB. After that nothing is sent until the
 * disk can be written: an answer that cannot be kept would lead to the same request again.
 */
export const MOST_UNWRITTEN_CHANGES = 600;
