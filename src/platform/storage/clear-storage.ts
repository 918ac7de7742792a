import { browser } from '../browser/browser';
import { ownArea } from './own-area';

/**
 * Empties the stored values, what an older version left in `storage.local`, and `storage.session`, except the
 * version of the data (`kept`): without one the worker would take what a page puts into `storage.local` for
 * data of an older version. Watchers are called for every value.
 */
export async function clearStorage(kept: string): Promise<void> {
  const keys = Object.keys(await ownArea.get(null));
  await ownArea.remove(keys.filter((key) => key !== kept));
  await browser.storage.local.clear();
  await browser.storage.session.clear();
}
