import { healthStore } from '../../platform/storage/stores';
import type { TabState } from '../state/tab-state';
import type { AppContext } from '../context/context';

/** Notes how well a connector reads; written only when it changes, or once a day. */
export async function recordHealth({ now }: AppContext, { siteId, reading, watch }: TabState): Promise<void> {
  // Before a session has settled, a page may simply not have drawn its titles yet.
  if (siteId === undefined || reading === undefined || watch.session === undefined) return;
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
