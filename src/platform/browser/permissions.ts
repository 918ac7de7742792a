import { browser } from './browser';

/** Match patterns that the person has granted. */
export async function grantedOrigins(): Promise<readonly string[]> {
  return (await browser.permissions.getAll()).origins ?? [];
}

export function hasAccess(origins: readonly string[]): Promise<boolean> {
  return browser.permissions.contains({ origins: [...origins] });
}

/** Asks the browser; must be called straight from a click, before anything is awaited (both engines insist on the gesture). */
export function requestAccess(origins: readonly string[]): Promise<boolean> {
  return browser.permissions.request({ origins: [...origins] });
}

export function dropAccess(origins: readonly string[]): Promise<boolean> {
  return browser.permissions.remove({ origins: [...origins] });
}

/** Calls back when access was given or taken, also by the browser's own settings. */
export function watchAccess(callback: () => void, signal?: AbortSignal): void {
  browser.permissions.onAdded.addListener(callback);
  browser.permissions.onRemoved.addListener(callback);
  signal?.addEventListener('abort', () => {
    browser.permissions.onAdded.removeListener(callback);
    browser.permissions.onRemoved.removeListener(callback);
  });
}
