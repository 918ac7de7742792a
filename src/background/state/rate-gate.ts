import { noCooldown, readCooldown, type Cooldown } from '../../core/outbox/backoff';
import {
  readBucket,
  resolveRule,
  scrobbleRule,
  takeToken,
  type Bucket,
  type BucketRule,
} from '../../core/outbox/token-bucket';
import { storageItem, type StorageItem } from '../../platform/storage/storage-item';

/** Until when the tracker is left alone. Survives the browser, since `Retry-After` may be hours. */
export const cooldownStore = storageItem<Cooldown>({
  area: 'local',
  key: 'gate',
  read: readCooldown,
});

/** Stores a cooldown, unless it is already the stored one. */
export async function setCooldown(cooldown: Cooldown): Promise<void> {
  const before = await cooldownStore.get();
  if (before.attempts !== cooldown.attempts || before.until !== cooldown.until)
    await cooldownStore.set(cooldown);
}

/** Allows the tracker to be called at once. */
export async function endCooldown(): Promise<void> {
  await setCooldown(noCooldown);
}

/**
 * Takes one update from the budget of all tabs; false where there is none left. `isBacklog`: a part of the
 * budget is left for what is watched now.
 */
export function takeScrobble(now: number, isBacklog: boolean): Promise<boolean> {
  return take(bucketStore('scrobble-bucket'), scrobbleRule, now, isBacklog ? 10 : 0);
}

/** Takes one question about a title from its budget, as `takeScrobble` does. */
export function takeLookUp(now: number, isBacklog: boolean): Promise<boolean> {
  return take(bucketStore('resolve-bucket'), resolveRule, now, isBacklog ? 3 : 0);
}

async function take(
  store: StorageItem<Bucket | undefined>,
  rule: BucketRule,
  now: number,
  reserve: number,
): Promise<boolean> {
  const { bucket, taken } = takeToken(await store.get(), rule, now, reserve);
  await store.set(bucket);
  return taken;
}

function bucketStore(key: string): StorageItem<Bucket | undefined> {
  return storageItem({ area: 'session', key, read: readBucket });
}
