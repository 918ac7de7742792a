import type { Media } from '../../core/media/media';
import type { Reading, ObservedPlayback } from '../../core/session/observation';
import type { SkipReason } from '../../core/session/skip-reason';
import { idleWatch, type TabWatch } from '../../core/session/tab-watch';
import { readLeases, type Leases } from '../../core/session/tab-lease';
import { readSessionEntries } from '../../platform/storage/session-entries';
import { storageItem, type StorageItem } from '../../platform/storage/storage-item';

/** What the worker knows of one tab; in `storage.session`, since the worker may be gone between two reports. */
export interface TabState {
  readonly tabId: number;
  readonly private: boolean;
  readonly siteId?: string;
  readonly url?: string;
  /** By frame: which script speaks, and how far. */
  readonly scripts: Readonly<Record<string, { readonly run: string; readonly seq: number }>>;
  /** What the top frame read last. */
  readonly reading?: Reading & { readonly degraded: boolean; readonly missing: readonly string[] };
  readonly gate?: 'ad' | 'trailer' | 'live';
  /** By frame: what its player did last. */
  readonly playbacks: Readonly<Record<string, ObservedPlayback>>;
  readonly visible: boolean;
  readonly watch: TabWatch;
  /** Key of the lease that this tab holds or waits for. */
  readonly leaseKey?: string;
  readonly skip?: SkipReason;
  /** Somebody else watches this title here, until then (milliseconds since 1970). */
  readonly notMe?: { readonly key: string; readonly until: number };
  readonly media?: Media;
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
  return typeof stored === 'object' && stored !== null && 'watch' in stored && 'scripts' in stored;
}

/** Every tab that a script has spoken from. */
export async function allTabStates(): Promise<readonly TabState[]> {
  return [...(await readSessionEntries('tab:')).values()].filter(isState);
}

/** Sessions that can still add to their outbox entry, also those that wait for another tab to go on. */
export async function openSessions(): Promise<ReadonlySet<string>> {
  const [tabs, leases] = await Promise.all([allTabStates(), leasesStore.get()]);
  const held = tabs.flatMap(({ watch }) => watch.session?.id ?? []);
  return new Set([...held, ...Object.values(leases).flatMap(({ left }) => left?.id ?? [])]);
}

/** The tab that holds a session. */
export async function tabOfSession(sessionId: string): Promise<TabState | undefined> {
  return (await allTabStates()).find(({ watch }) => watch.session?.id === sessionId);
}

export const leasesStore: StorageItem<Leases> = storageItem({
  area: 'session',
  key: 'leases',
  read: readLeases,
});
