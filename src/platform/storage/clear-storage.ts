import { browser } from '../browser/browser';
import { ownArea } from './own-area';

/** Empties the stored values and `storage.session`. Watchers are called for every value. */
export async function clearStorage(): Promise<void> {
  await ownArea.remove(Object.keys(await ownArea.get(null)));
  await browser.storage.session.clear();
}
