import { areaOf } from './storage-item';

/** All values in `storage.session` whose key has this prefix. */
export async function readSessionEntries(prefix: string): Promise<readonly unknown[]> {
  const all = Object.entries(await areaOf('session').get(null));
  return all.flatMap(([key, value]) => (key.startsWith(prefix) ? [value] : []));
}

export async function removeSessionEntries(keys: readonly string[]): Promise<void> {
  await areaOf('session').remove(keys);
}
