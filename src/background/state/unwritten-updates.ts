import type { NewEntry } from '../../core/outbox/outbox-entry';
import type { Update } from '../../core/session/session';
import { isRecord } from '../../core/values/is-record';
import { storageItem } from '../../platform/storage/storage-item';

/** An update that could not be written to the disk. */
export type Unwritten = Readonly<{
  facts: NewEntry;
  update: Update;
}>;

/** Kept in session memory, which outlives the worker. Oldest first. */
export const unwrittenStore = storageItem<Unwritten[]>({
  area: 'session',
  key: 'unwritten',
  read: (stored) => (Array.isArray(stored) ? stored.filter(isUnwritten) : []),
});

/** Call it under the lock. Of a session, the first and the last position and the crossing are kept. */
export async function keepUnwritten(added: Unwritten): Promise<void> {
  const kept = await unwrittenStore.get();
  const same = kept.filter((one) => isSame(one, added) && !one.update.crossing);
  const obsolete = added.update.crossing ? [] : same.slice(1);
  await unwrittenStore.set([...kept.filter((one) => !obsolete.includes(one)), added]);
}

function isSame(a: Pick<Unwritten, 'facts'>, b: Pick<Unwritten, 'facts'>): boolean {
  return a.facts.id === b.facts.id && a.facts.account === b.facts.account;
}

function isUnwritten(value: unknown): value is Unwritten {
  return isRecord(value) && isRecord(value['facts']) && isRecord(value['update']);
}
