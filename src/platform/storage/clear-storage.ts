import { browser } from '../browser/browser';
import { ownArea } from './own-area';
import { areaOf } from './storage-item';

/** Empties the stored values, `storage.local` and `storage.session`. Watchers are called for every value. */
export async function clearStorage(): Promise<void> {
  for (const area of [ownArea, areaOf('session')]) await area.remove(Object.keys(await area.get(null)));
  await browser.storage.local.clear();
}

/**
 * Whether an earlier worker has recorded here that it stored something; if not, records it. `storage.local`
 * is separate from the databases, which a browser short of space deletes together. It contains nothing else.
 * Rejects if the disk is full.
 */
export async function wasUsedBefore(): Promise<boolean> {
  const { local } = browser.storage;
  const { used } = await local.get('used');
  if (used === true) return true;
  await local.set({ used: true });
  return false;
}

export async function removeSessionEntries(keys: string[]): Promise<void> {
  await areaOf('session').remove(keys);
}
