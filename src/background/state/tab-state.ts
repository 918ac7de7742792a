import type { ObservedPlayback, Reading, SkipReason } from '../../core/session/observation';
import { readLeases, type Leases } from '../../core/session/tab-lease';
import { idleWatch, type TabWatch } from '../../core/session/tab-watch';
import { isRecord } from '../../core/values/is-record';
import { readSessionEntries, storageItem, type StorageItem } from '../../platform/storage/storage-item';
import type { Session } from '../../core/session/session';
import { readUndecided, undecidedSessions } from '../../core/session/deferred-crossing';
import { orWithoutStorage } from '../context/handler-error';

/**
 * What the worker knows of one tab; kept in `storage.session`, because the worker may end between two
 * reports.
 */
export type TabState = Readonly<{
  tabId: number;
  private: boolean;
  siteId?: string;
  /** Address of the top page. */
  url?: string;
  /** By frame id. */
  scripts: Readonly<Record<string, FrameScript>>;
  /** The last reading of the top frame. */
  reading?: PageReading;
  gate?: 'ad' | 'trailer' | 'live';
  /** The frame that states the gate. */
  gateFrame?: number;
  /** By frame id: the last playback of its player. */
  playbacks: Readonly<Record<string, ObservedPlayback>>;
  visible: boolean;
  watch: TabWatch;
  /** Key of the lease that this tab holds or waits for. */
  leaseKey?: string;
  skip?: SkipReason;
  /** Until this time (milliseconds since 1970) another person watches the item with this key here. */
  notMe?: Readonly<{ key: string; until: number }>;
}>;

/** The script that reports from a frame. */
export type FrameScript = Readonly<{
  run: string;
  /** Number of its last report. */
  seq: number;
  /**
   * Milliseconds to add to the times of its reports. Fixed by the first report, so that setting the clock
   * during playback changes nothing.
   */
  skew?: number;
}>;

export interface PageReading extends Reading {
  readonly degraded: boolean;
  /** Fields of the item that the connector could not read. */
  readonly missing: string[];
  /** Which source gave each field: see `ConnectorReading` in content/reader/read-page.ts. */
  readonly ladder?: string | undefined;
}

export function tabStore(tabId: number): StorageItem<TabState> {
  return storageItem({
    area: 'session',
    key: `tab:${tabId}`,
    read: (stored) => (isState(stored) ? stored : emptyTab(tabId)),
  });
}

export function emptyTab(tabId: number): TabState {
  return { tabId, private: false, scripts: {}, playbacks: {}, visible: false, watch: idleWatch };
}

function isState(stored: unknown): stored is TabState {
  return isRecord(stored) && 'watch' in stored && 'scripts' in stored;
}

/** Every tab from which a script has reported. */
export async function allTabStates(): Promise<TabState[]> {
  return (await readSessionEntries('tab:')).filter(isState);
}

/** The tab that holds a session. */
export async function tabOfSession(sessionId: string): Promise<TabState | undefined> {
  return (await allTabStates()).find(({ watch }) => watch.session?.id === sessionId);
}

/** Which tab records an item, by the item's key. */
export const leasesStore: StorageItem<Leases> = storageItem({
  area: 'session',
  key: 'leases',
  read: readLeases,
});

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
