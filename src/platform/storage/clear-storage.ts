import { browser } from '../browser/browser';
import { ownArea } from './own-area';

/** Empties the stored values, `storage.local` and `storage.session`. Watchers are called for every value. */
export async function clearStorage(): Promise<void> {
  await ownArea.remove(Object.keys(await ownArea.get(null)));
  await Promise.all([browser.storage.local.clear(), browser.storage.session.clear()]);
}
