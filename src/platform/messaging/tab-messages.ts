import { browser } from '../browser/browser';

/** What the worker may say to the content scripts of a tab. They answer with a report, if at all. */
export type TabMessage = 'report' | 'hello' | 'end';

/** Tells all scripts of a tab; a tab without one is no error. */
export async function sendToTab(tabId: number, note: TabMessage): Promise<void> {
  try {
    await browser.tabs.sendMessage(tabId, { matinee: note });
  } catch {
    // No script there: nothing is playing that we could know of.
  }
}

/** In a content script: calls back with each note of the worker. Pages cannot send these. */
export function onTabMessage(callback: (note: TabMessage) => void, signal: AbortSignal): void {
  const listener = (message: unknown): undefined => {
    const { matinee } = Object(message) as { readonly matinee?: TabMessage };
    if (matinee !== undefined) callback(matinee);
  };
  browser.runtime.onMessage.addListener(listener);
  signal.addEventListener('abort', () => {
    // After an update of the extension the whole API of the old script is gone; then there is nothing to
    // remove.
    browser.runtime?.onMessage?.removeListener(listener);
  });
}
