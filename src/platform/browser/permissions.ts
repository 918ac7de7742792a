import { browser } from './browser';

/** Match patterns of the hosts that the user has granted. */
export async function grantedOrigins(): Promise<readonly string[]> {
  return (await browser.permissions.getAll()).origins ?? [];
}

export function hasAccess(origins: readonly string[]): Promise<boolean> {
  return browser.permissions.contains({ origins: [...origins] });
}

/** Asks the user. Call it from a click, before anything is awaited: browsers require the gesture. */
export function requestAccess(origins: readonly string[]): Promise<boolean> {
  return browser.permissions.request({ origins: [...origins] });
}

export function dropAccess(origins: readonly string[]): Promise<boolean> {
  return browser.permissions.remove({ origins: [...origins] });
}

/** Gives up every host and permission that was granted after the installation. */
export async function dropAllAccess(): Promise<void> {
  const { host_permissions: required = [] } = browser.runtime.getManifest();
  const origins = (await grantedOrigins()).filter((origin) => !required.includes(origin));
  if (origins.length > 0) await dropAccess(origins);
  await browser.permissions.remove({ permissions: ['notifications'] });
}

/**
 * Calls back when access is granted or revoked, also in the settings of the browser, until the signal aborts.
 */
export function watchAccess(callback: () => void, signal?: AbortSignal): void {
  browser.permissions.onAdded.addListener(callback);
  browser.permissions.onRemoved.addListener(callback);
  signal?.addEventListener('abort', () => {
    browser.permissions.onAdded.removeListener(callback);
    browser.permissions.onRemoved.removeListener(callback);
  });
}
