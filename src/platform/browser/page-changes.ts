import { browser } from './browser';

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
