import type { Attempted } from '../../core/outbox/apply-response';
import { pendingOf, type OutboxEntry } from '../../core/outbox/outbox-entry';
import { isRecord } from '../../core/values/is-record';
import { storageItem } from '../../platform/storage/storage-item';

/** An update that the tracker has accepted, which could not be written to the disk. */
interface UnwrittenAnswer {
  /** Of the entry. */
  readonly id: string;
  readonly sent: Attempted;
}

/**
 * In memory of the browser: while the disk is full, an update that was accepted is not sent again at every
 * alarm. Where the browser ends meanwhile it is sent once more, which is harmless.
 */
export const answersStore = storageItem<readonly UnwrittenAnswer[]>({
  area: 'session',
  key: 'unwritten-answers',
  read: (stored) => (Array.isArray(stored) ? stored.filter(isAnswer) : []),
});

/** The update of the entry that was sent last, where it is the one that would be sent next. */
export async function unwrittenAnswer(entry: OutboxEntry): Promise<Attempted | undefined> {
  const kept = (await answersStore.get()).find(({ id }) => id === entry.id);
  const next = pendingOf(entry);
  if (kept === undefined || next === undefined) return undefined;
  return kept.sent.slot === next.slot && kept.sent.position.at === next.position.at ? kept.sent : undefined;
}

export async function keepAnswer(id: string, sent: Attempted): Promise<void> {
  await answersStore.set([...(await answersStore.get()).filter((one) => one.id !== id), { id, sent }]);
}

export async function forgetAnswer(id: string): Promise<void> {
  const kept = await answersStore.get();
  const others = kept.filter((one) => one.id !== id);
  if (others.length === 0) await answersStore.remove();
  else await answersStore.set(others);
}

function isAnswer(value: unknown): value is UnwrittenAnswer {
  return isRecord(value) && isRecord(value['sent']) && isRecord(value['sent']['position']);
}
