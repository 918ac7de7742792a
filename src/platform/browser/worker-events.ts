import { browser } from './browser';

export type WorkerEventListeners = Readonly<{
  installed: (reason: 'install' | 'update' | 'other') => void;
  started: () => void;
  tabClosed: (tabId: number) => void;
  accessChanged: () => void;
}>;

/**
 * Call it at the top level of the worker only: a listener added later misses the event that started the
 * worker. `tabs.onUpdated` would start the worker for every page that loads: see `listenToPageChanges`.
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
  const areas: unknown[] = [browser.storage.local, browser.storage.session];
  for (const area of areas) {
    const own = area as { setAccessLevel?: (options: { accessLevel: string }) => Promise<void> };
    await own.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
  }
}

/** Calls back with a keyboard command and the active tab. Call it at the top level of the worker only. */
export function onCommand(act: (name: string, tabId: number) => void): void {
  browser.commands?.onCommand.addListener((name: string, tab?: { id?: number }) => void actOn(name, tab));

  async function actOn(name: string, tab: { id?: number } | undefined): Promise<void> {
    // Older browsers do not pass the tab.
    const tabId = tab?.id ?? (await browser.tabs.query({ active: true, lastFocusedWindow: true }))[0]?.id;
    if (tabId !== undefined) act(name, tabId);
  }
}

export type MenuEntry = Readonly<{
  id: string;
  title: string;
  visible: boolean;
}>;

/**
 * Replaces the menu of the toolbar icon. The browser keeps the menu while the worker is stopped. Does nothing
 * in a browser without menus (Firefox for Android).
 */
export async function setMenu(entries: MenuEntry[]): Promise<void> {
  if (browser.contextMenus === undefined) return;
  // Chrome before 123 returns no promise here, but still removes the entries before it creates others.
  await browser.contextMenus.removeAll();
  for (const entry of entries)
    browser.contextMenus.create({ ...entry, contexts: ['action'] }, () => void browser.runtime.lastError);
}

/** Call it at the top level of the worker only. */
export function onMenu(callback: (id: string, tabId: number | undefined) => void): void {
  browser.contextMenus?.onClicked.addListener(({ menuItemId }, tab) => callback(String(menuItemId), tab?.id));
}

type Callback = (tabId: number) => void;

type Listener = Parameters<typeof browser.tabs.onUpdated.addListener>[0];

/**
 * Calls back when a tab may show another page. Call it at the top level of the worker only;
 * `watchPageChanges(false)` ends it.
 *
 * Needed in Chromium: the last message of a page does not start the worker, and is dropped if none runs. If
 * one runs, this event comes 6 to 13 ms (measured) before the last message of a page that is left for another
 * site.
 */
export function listenToPageChanges(callback: Callback): void {
  listener = (tabId, { status }) => {
    if (status !== undefined) callback(tabId);
  };
  watchPageChanges(true);
}

/**
 * Turns the calls on or off. They start the worker for every page that loads in any tab, so they are on only
 * while something plays.
 */
export function watchPageChanges(isOn: boolean): void {
  // Only Firefox has this function.
  if (listener === undefined || 'getBrowserInfo' in browser.runtime) return;
  const { onUpdated } = browser.tabs;
  if (isOn) onUpdated.addListener(listener);
  else onUpdated.removeListener(listener);
}

let listener: Listener | undefined;
