import type { Session } from '../../core/session/session';
import type { TabWatch } from '../../core/session/tab-watch';
import { readUndecided, undecidedSessions } from '../../core/session/deferred-crossing';
import { storageItem, type StorageItem } from '../../platform/storage/storage-item';
import { orWithoutStorage } from '../context/storage-trouble';
import type { TabState } from './tab-state';

/**
 * Sessions whose crossing is held back, by id. The state of a tab ends with the browser, and with an update
 * of the extension, but the viewing still counts.
 */
export const undecidedStore: StorageItem<Readonly<Record<string, Session>>> = storageItem({
  area: 'local',
  key: 'undecided',
  read: readUndecided,
});

/** Stores which sessions of a tab are now undecided, unless the disk is full. `tab`: its previous state. */
export async function storeUndecided(tab: TabState, watch: TabWatch): Promise<void> {
  const before = undecidedSessions(tab.watch).map(({ id }) => id);
  const after = tab.private ? [] : undecidedSessions(watch);
  if (before.length === after.length && after.every(({ id }) => before.includes(id))) return;
  await orWithoutStorage(async () => {
    const others = Object.entries(await undecidedStore.get()).filter(([id]) => !before.includes(id));
    await undecidedStore.set(Object.fromEntries([...others, ...after.map((one) => [one.id, one] as const)]));
  });
}
