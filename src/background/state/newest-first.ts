import type { ActivityEntry } from '../../core/outbox/outbox-view';
import type { LogEntry } from '../../core/status/log-entry';
import type { MatineeDatabase } from '../context/database';

type KeptLists = Readonly<{
  activity: ActivityEntry;
  log: LogEntry;
}>;

/**
 * Up to `limit` entries of a store with ascending ids, newest first; with `before`, only those with a lower
 * id.
 */
export async function newestFirst<Name extends keyof KeptLists>(
  database: MatineeDatabase,
  name: Name,
  before: number | undefined,
  limit: number,
): Promise<readonly KeptLists[Name][]> {
  const found: KeptLists[Name][] = [];
  const range = before === undefined ? null : IDBKeyRange.upperBound(before, true);
  let cursor = await database.transaction(name).store.openCursor(range, 'prev');
  while (cursor !== null && found.length < limit) {
    found.push({ ...cursor.value, id: cursor.key } as KeptLists[Name]);
    cursor = await cursor.continue();
  }
  return found;
}
