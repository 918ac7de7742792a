import { browser } from './browser';
import { showTab, tabFact, type TabFact } from './tabs';

/* Functions that only pages of the extension call, so that the worker's script does not contain them. */

/** The active tab of this window. */
export async function activeTab(): Promise<TabFact | undefined> {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return tab === undefined ? undefined : tabFact(tab);
}

/** Activates the tab of this extension page. */
export async function showOwnTab(): Promise<void> {
  const { id } = (await browser.tabs.getCurrent()) ?? {};
  if (id !== undefined) await showTab(id);
}

/**
 * Asks for the permission to show notifications. Call it from a click, before anything is awaited: browsers
 * require the gesture.
 */
export function requestNotifications(): Promise<boolean> {
  return browser.permissions.request({ permissions: ['notifications'] });
}

export async function reloadTab(tabId: number): Promise<void> {
  await browser.tabs.reload(tabId);
}

/** Whether the icon is always visible in the toolbar; `undefined` if the browser does not say. */
export async function isPinned(): Promise<boolean | undefined> {
  const action = browser.action as typeof browser.action | undefined;
  // Firefox for Android has no toolbar.
  if (typeof action?.getUserSettings !== 'function') return undefined;
  return (await action.getUserSettings()).isOnToolbar;
}
