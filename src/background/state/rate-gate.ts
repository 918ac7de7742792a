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

/** Takes one update from the budget of all tabs. Returns 0, or the seconds until there is one to take. */
export function takeScrobble(now: number): Promise<number> {
  return take(bucketStore('scrobble-bucket'), scrobbleRule, now);
}

/** Takes one question about a title from its budget. Returns 0, or the seconds until there is one to take. */
export function takeLookUp(now: number): Promise<number> {
  return take(bucketStore('resolve-bucket'), resolveRule, now);
}

async function take(store: StorageItem<Bucket | undefined>, rule: BucketRule, now: number): Promise<number> {
  const taken = takeToken(await store.get(), rule, now);
  await store.set(taken.bucket);
  return taken.taken ? 0 : taken.waitSeconds;
}

function bucketStore(key: string): StorageItem<Bucket | undefined> {
  return storageItem({ area: 'session', key, read: readBucket });
}
