import { browser } from './browser';

/** Calls back with a keyboard command and the active tab. Call it at the top level of the worker only. */
export function onCommand(act: (name: string, tabId: number) => void): void {
  browser.commands?.onCommand.addListener((name: string, tab?: { id?: number }) => void actOn(name, tab));

  async function actOn(name: string, tab: { id?: number } | undefined): Promise<void> {
    // Older browsers do not pass the tab.
    const tabId = tab?.id ?? (await browser.tabs.query({ active: true, lastFocusedWindow: true }))[0]?.id;
    if (tabId !== undefined) act(name, tabId);
  }
}
