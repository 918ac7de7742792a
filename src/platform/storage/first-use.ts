import { browser } from '../browser/browser';

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
