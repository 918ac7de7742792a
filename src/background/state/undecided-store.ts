import type { Session } from '../../core/session/session';
import type { TabWatch } from '../../core/session/tab-watch';
import { readUndecided, undecidedSessions } from '../../core/session/deferred-crossing';
import { storageItem, type StorageItem } from '../../platform/storage/storage-item';
import { orWithoutStorage } from '../context/handler-error';
import { type TabState, allTabStates, leasesStore } from './tab-state';

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

/**
 * Ids of sessions that can still add to their outbox entry: sessions of tabs, those waiting for another tab,
 * and those to be concluded at the next start.
 */
export async function openSessions(): Promise<ReadonlySet<string>> {
  const [tabs, leases, undecided] = await Promise.all([
    allTabStates(),
    leasesStore.get(),
    undecidedStore.get(),
  ]);
  const held = tabs.flatMap(({ watch }) => watch.session?.id ?? []);
  const left = Object.values(leases).flatMap((lease) => lease.left?.id ?? []);
  return new Set([...held, ...left, ...Object.keys(undecided)]);
}
