import type { Leases } from '../../core/session/tab-lease';
import { readTogether } from '../../platform/storage/storage-item';
import type { AppContext } from '../context/context';
import { readEnvironment, type Environment } from '../sites/environment';
import { leasesStore, tabStore, type TabState } from '../state/tab-state';

/** The stored state that decides about a tab's message, read when the message arrives. */
export type TabInputs = Readonly<{
  environment: Environment;
  tab: TabState;
  leases: Leases;
}>;

/** Reads the inputs of a tab's message, all of them at the same time. */
export async function readInputs(context: AppContext, tabId: number): Promise<TabInputs> {
  const [environment, [tab, leases]] = await Promise.all([
    readEnvironment(context),
    readTogether('session', tabStore(tabId), leasesStore),
  ]);
  return { environment, tab, leases };
}
