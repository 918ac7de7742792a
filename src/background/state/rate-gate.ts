import {
  readCooldown,
  type Cooldown,
  readBucket,
  resolveRule,
  scrobbleRule,
  takeToken,
  type BucketRule,
} from '../../core/outbox/backoff';
import { storageItem } from '../../platform/storage/storage-item';
import { orWithoutStorage } from '../context/handler-error';

/**
 * The time until which the tracker is left alone. It survives the browser, since `Retry-After` may be hours.
 * A cooldown that could not be written is found by `currentCooldown`.
 */
export const cooldownStore = storageItem<Cooldown>({
  area: 'local',
  key: 'gate',
  read: readCooldown,
});

/** A cooldown that could not be written to the disk, in session memory. */
const unwrittenCooldownStore = storageItem<Cooldown | undefined>({
  area: 'session',
  key: 'unwritten-gate',
  read: (stored) => (stored === undefined ? undefined : readCooldown(stored)),
});

export async function currentCooldown(): Promise<Cooldown> {
  return (await unwrittenCooldownStore.get()) ?? cooldownStore.get();
}

/** Stores a cooldown, unless it is already the stored one. */
export async function setCooldown(cooldown: Cooldown): Promise<void> {
  const before = await currentCooldown();
  if (before.attempts === cooldown.attempts && before.until === cooldown.until) return;
  // Written first, because it takes precedence while it exists.
  await unwrittenCooldownStore.set(cooldown);
  await orWithoutStorage(async () => {
    await cooldownStore.set(cooldown);
    await unwrittenCooldownStore.remove();
  });
}

/**
 * Takes one update from the rate limit shared by all tabs; false if none is left. `isBacklog`: part of the
 * budget is reserved for what is watched now.
 */
export function takeScrobble(now: number, isBacklog: boolean): Promise<boolean> {
  return take('scrobble-bucket', scrobbleRule, now, isBacklog ? 10 : 0);
}

/** Takes one question about a title from its rate limit, like `takeScrobble`. */
export function takeLookUp(now: number, isBacklog: boolean): Promise<boolean> {
  return take('resolve-bucket', resolveRule, now, isBacklog ? 3 : 0);
}

async function take(key: string, rule: BucketRule, now: number, reserve: number): Promise<boolean> {
  const store = storageItem({ area: 'session', key, read: readBucket });
  const { bucket, taken } = takeToken(await store.get(), rule, now, reserve);
  await store.set(bucket);
  return taken;
}
