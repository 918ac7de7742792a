import { browser } from './browser';

type Callback = (tabId: number) => void;
type Listener = Parameters<typeof browser.tabs.onUpdated.addListener>[0];

/**
 * Calls back when a tab may show another page. Call it at the top level of the worker only;
 * `watchPageChanges(false)` ends it.
 *
 * For Chromium: what a page says at its end starts no worker, and is dropped where none runs. Where one runs,
 * this event comes 6 to 13 ms before the last message of a page that is left for another site (measured).
 */
export function listenToPageChanges(callback: Callback): void {
  listener = (tabId, { status }) => {
    if (status !== undefined) callback(tabId);
  };
  watchPageChanges(true);
}

/**
 * Turns the calls on or off. Every page that loads in any tab starts the worker for them, so they are on only
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
