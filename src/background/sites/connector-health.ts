import type { SiteHealth } from '../../core/settings/site-state';
import { healthStore } from '../../platform/storage/stores';
import type { AppContext } from '../context/context';
import { lookAtCatalogue } from '../state/catalogue-alarm';
import type { PageReading, TabState } from '../state/tab-state';

/** Records how well a connector reads its site; stored when that changes, and once a day. */
export async function recordHealth(context: AppContext, { siteId, reading, watch }: TabState): Promise<void> {
  // Before a session has begun, the page may not have drawn its titles yet.
  if (siteId === undefined || reading === undefined || watch.session === undefined) return;
  const { now } = context;
  const all = await healthStore.get();
  const before = all[siteId];
  if (before !== undefined && isSameHealth(before, reading) && now() - before.lastReadAt < DAY) return;
  const { degraded, missing } = reading;
  // Somebody may have repaired it.
  if (degraded) await lookAtCatalogue(context, SOON);
  await healthStore.set({ ...all, [siteId]: { lastReadAt: now(), degraded, missing } });
}

function isSameHealth(before: SiteHealth, { degraded, missing }: PageReading): boolean {
  return before.degraded === degraded && before.missing.join() === missing.join();
}

const DAY = 86_400_000;
/** A quarter of an hour: others find the same, and the tracker is to answer them apart. */
const SOON = 900_000;
