import { browser } from '../browser/browser';

/** Empties both areas; watchers see every value go. */
export async function clearStorage(): Promise<void> {
  await browser.storage.local.clear();
  await browser.storage.session.clear();
}
