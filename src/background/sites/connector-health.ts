import { healthStore } from '../../platform/storage/stores';
import type { TabState } from '../state/tab-state';
import type { World } from '../context/context';

/** Notes how well a connector reads; written only when it changes, or once a day. */
export async function noteHealth({ now }: World, { siteId, reading, watching }: TabState): Promise<void> {
  // Before a session has settled, a page may simply not have drawn its titles yet.
  if (siteId === undefined || reading === undefined || watching.session === undefined) return;
  const all = await healthStore.get();
  const before = all[siteId];
  const same =
    before !== undefined &&
    before.degraded === reading.degraded &&
    before.missing.join() === reading.missing.join();
  if (same && now() - before.lastReadAt < 86_400_000) return;
  await healthStore.set({
    ...all,
    [siteId]: { lastReadAt: now(), degraded: reading.degraded, missing: reading.missing },
  });
}
