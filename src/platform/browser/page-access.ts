import { browser } from './browser';

/* Functions that only pages of the extension call, so that the worker's script does not contain them. */

export function hasAccess(origins: string[]): Promise<boolean> {
  return browser.permissions.contains({ origins: [...origins] });
}

/** Asks the user. Call it from a click, before anything is awaited: browsers require the gesture. */
export function requestAccess(origins: string[]): Promise<boolean> {
  return browser.permissions.request({ origins: [...origins] });
}

/**
 * Calls back when access is granted or revoked, even in the settings of the browser, until the signal aborts.
 */
export function watchAccess(callback: () => void, signal?: AbortSignal): void {
  browser.permissions.onAdded.addListener(callback);
  browser.permissions.onRemoved.addListener(callback);
  signal?.addEventListener('abort', () => {
    browser.permissions.onAdded.removeListener(callback);
    browser.permissions.onRemoved.removeListener(callback);
  });
}
