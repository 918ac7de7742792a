import { withoutYear } from '../../core/media/item-key';
import type { OutboxEntry } from '../../core/outbox/outbox-entry';
import {
  unsentGroups,
  type QueueGroup,
  type QueuePlace,
  type QueuedEntry,
  type QueueTitle,
} from '../../core/outbox/queued-entries';
import type { AppContext } from '../context/context';

/** The accounts that have entries; the empty account stands for entries recorded while signed out. */
export async function accountsOfQueue({ database }: AppContext): Promise<string[]> {
  const accounts: string[] = [];
  let cursor = await database.transaction('outbox').store.index('place').openKeyCursor();
  while (cursor !== null) {
    const [account] = cursor.key;
    accounts.push(account);
    cursor = await cursor.continue(lastOf(account));
  }
  return accounts;
}

/** The numbers of an account's unsent entries by group, read in one transaction. */
export function countUnsent({ database }: AppContext, account: string) {
  const index = database.transaction('outbox').store.index('place');
  return Promise.all(
    unsentGroups.map(async (group) => ({ group, count: await index.count(placesOf(account, group)) })),
  );
}

/** Up to `limit` entries of each range of places, in the order of the queue, read in one transaction. */
export async function readQueue(
  { database }: AppContext,
  ranges: IDBKeyRange[],
  limit?: number,
): Promise<QueuedEntry[]> {
  const index = database.transaction('outbox').store.index('place');
  return (await Promise.all(ranges.map((range) => index.getAll(range, limit)))).flat();
}

/** The titles of these entries, each once. */
export function titlesOf(entries: QueuedEntry[]): Iterable<QueueTitle> {
  return new Map(entries.map(({ title }) => [withoutYear(title[1]), title])).values();
}

/** An account's entries of one title; for films of every year, because not every site states it. */
export function readTitle({ database }: AppContext, [account, key]: QueueTitle): Promise<OutboxEntry[]> {
  // The colon comes after the digits.
  const range = IDBKeyRange.bound([account, withoutYear(key)], [account, withoutYear(key, ':')]);
  return database.getAllFromIndex('outbox', 'title', range);
}

/** The places that begin with these parts; entries that may be sent at once have two ranks (`QueuePlace`). */
export function placesOf(account: string, group: QueueGroup, ...rank: number[]): IDBKeyRange {
  const first = [account, group, ...rank];
  return IDBKeyRange.bound(first, lastOf(...first));
}

/** In IndexedDB, a list is greater than every number and text. */
function lastOf(...parts: (string | number)[]): QueuePlace {
  return [...parts, []] as unknown as QueuePlace;
}
