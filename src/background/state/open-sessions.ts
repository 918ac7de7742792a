import { allTabStates, leasesStore } from './tab-state';
import { undecidedStore } from './undecided-store';

/**
 * Ids of sessions that can still add to their outbox entry: sessions of tabs, those waiting for another tab,
 * and those to be concluded at the next start.
 */
export async function openSessions(): Promise<ReadonlySet<string>> {
  const [tabs, leases, undecided] = await Promise.all([
    allTabStates(),
    leasesStore.get(),
    undecidedStore.get(),
  ]);
  const held = tabs.flatMap(({ watch }) => watch.session?.id ?? []);
  const left = Object.values(leases).flatMap((lease) => lease.left?.id ?? []);
  return new Set([...held, ...left, ...Object.keys(undecided)]);
}
