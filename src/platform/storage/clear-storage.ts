import { browser } from '../browser/browser';
import { ownArea } from './own-area';
import { areaOf } from './storage-item';

/** Empties the stored values, `storage.local` and `storage.session`. Watchers are called for every value. */
export async function clearStorage(): Promise<void> {
  for (const area of [ownArea, areaOf('session')]) await area.remove(Object.keys(await area.get(null)));
  await browser.storage.local.clear();
}
