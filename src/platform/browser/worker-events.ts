import { browser } from './browser';

export type WorkerEventListeners = Readonly<{
  installed: (reason: 'install' | 'update' | 'other') => void;
  started: () => void;
  tabClosed: (tabId: number) => void;
  accessChanged: () => void;
}>;

/**
 * Call it at the top level of the worker only: a listener added later misses the event that started the
 * worker. `tabs.onUpdated` would start the worker for every page that loads, so page-changes.ts handles it.
 */
export function listenToWorkerEvents(listeners: WorkerEventListeners): void {
  browser.runtime.onInstalled.addListener(({ reason }) =>
    listeners.installed(reason === 'install' || reason === 'update' ? reason : 'other'),
  );
  browser.runtime.onStartup.addListener(() => listeners.started());
  browser.tabs.onRemoved.addListener((tabId) => listeners.tabClosed(tabId));
  browser.permissions.onAdded.addListener(() => listeners.accessChanged());
  browser.permissions.onRemoved.addListener(() => listeners.accessChanged());
}

/**
 * Hides `storage` from content scripts. Firefox has no `setAccessLevel`; the token is in IndexedDB, which
 * content scripts cannot open in any browser.
 */
export async function restrictStorageAccess(): Promise<void> {
  const areas: readonly unknown[] = [browser.storage.local, browser.storage.session];
  for (const area of areas) {
    const own = area as { setAccessLevel?: (options: { accessLevel: string }) => Promise<void> };
    await own.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
  }
}
