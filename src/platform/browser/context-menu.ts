import { browser } from './browser';

export interface MenuEntry {
  readonly id: string;
  readonly title: string;
  readonly visible: boolean;
}

/**
 * The menu of the toolbar icon, whole: the browser keeps it, also while the worker is gone. A browser without menus
 * (Firefox for Android) has none.
 */
export async function setMenu(entries: readonly MenuEntry[]): Promise<void> {
  if (browser.contextMenus === undefined) return;
  await browser.contextMenus.removeAll();
  for (const entry of entries)
    browser.contextMenus.create({ ...entry, contexts: ['action'] }, () => void browser.runtime.lastError);
}

/** Top level of the worker only. */
export function onMenu(callback: (id: string, tabId: number | undefined) => void): void {
  browser.contextMenus?.onClicked.addListener(({ menuItemId }, tab) => callback(String(menuItemId), tab?.id));
}
