import { browser } from '../browser/browser';

/*
 * `storage.local`, where versions of the extension stored their values. In Firefox a content
 * script can write there.
 */

export function read(): Promise<Record<string, unknown>> {
  return browser.storage.local.get(null);
}

export function clear(): Promise<void> {
  return browser.storage.local.clear();
}
