import { browser } from './browser';

export type MenuEntry = Readonly<{
  id: string;
  title: string;
  visible: boolean;
}>;

/**
 * Replaces the menu of the toolbar icon. The browser keeps the menu while the worker is stopped. Does nothing
 * in a browser without menus (Firefox for Android).
 */
export async function setMenu(entries: readonly MenuEntry[]): Promise<void> {
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
