import { browser } from '../browser/browser';

/**
 * Whether an earlier worker has noted here that it has stored something; notes it. `storage.local` is no part
 * of the databases, which a browser that needs space empties together. It holds nothing else. Rejects where
 * the disk is full.
 */
export async function wasUsedBefore(): Promise<boolean> {
  const { local } = browser.storage;
  const { used } = await local.get('used');
  await local.set({ used: true });
  return used !== undefined;
}
