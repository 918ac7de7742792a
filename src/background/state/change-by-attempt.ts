import type { EntryChange } from '../../core/outbox/entry-change';
import type { OutboxEntry } from '../../core/outbox/outbox-entry';
import type { AppContext } from '../context/context';
import { orWithoutStorage } from '../context/handler-error';
import { changeEntry, entryOf } from './outbox-store';
import { keepUnwrittenChange, unwrittenChangesStore, withUnwritten } from './unwritten-changes';

/**
 * Applies the result of an attempt to an entry. If the disk cannot be written, the change is kept in memory
 * until it can be. Returns the entry as it is afterwards, like `changeEntry`.
 */
export async function changeByAttempt(
  context: AppContext,
  id: string,
  change: EntryChange,
): Promise<OutboxEntry | undefined> {
  // Placed after the kept changes of the same entry.
  const kept = [...(await unwrittenChangesStore.get()), { id, change }];
  const written = await orWithoutStorage(async () => [
    await changeEntry(context, id, (entry) => withUnwritten(entry, kept)),
  ]);
  if (written !== undefined) {
    const others = kept.filter((one) => !('change' in one) || one.id !== id);
    if (others.length < kept.length - 1) await unwrittenChangesStore.set(others);
    return written[0];
  }
  await keepUnwrittenChange({ id, change });
  return entryOf(context, id);
}
