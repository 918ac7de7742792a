import { browser } from '../browser/browser';

/** Empties `storage.local` and `storage.session`. Watchers are called for every value. */
export async function clearStorage(): Promise<void> {
  await browser.storage.local.clear();
  await browser.storage.session.clear();
}
