import { browser } from './browser';

export interface WorkerEventListeners {
  readonly installed: (reason: 'install' | 'update' | 'other') => void;
  readonly started: () => void;
  readonly tabClosed: (tabId: number) => void;
  readonly accessChanged: () => void;
}

/**
 * Top level of the worker only: a listener that is added later misses the event that woke it. `tabs.onUpdated` is not
 * among them on purpose: it would wake the worker for every page that is loaded anywhere. Content scripts tell what matters.
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

/** Secrets and state in storage are nobody's business but the extension's; Firefox has no such switch, and keeps the token safe by IndexedDB. */
export async function restrictStorageAccess(): Promise<void> {
  const areas: readonly unknown[] = [browser.storage.local, browser.storage.session];
  for (const area of areas) {
    const own = area as { setAccessLevel?: (options: { accessLevel: string }) => Promise<void> };
    await own.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
  }
}
