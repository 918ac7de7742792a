import { allTabs } from '../../platform/browser/tabs';
import { removeSessionEntries } from '../../platform/storage/session-entries';
import type { AppContext } from '../context/context';
import type { RunExclusive } from '../context/mutex';
import { endSession } from '../recording/end-session';
import { readEnvironment } from '../sites/environment';
import { allTabStates, tabStore } from '../state/tab-state';

/** Ends the session of a closed tab and forgets the tab. True if a script had reported from it. */
export function closeTab(context: AppContext, runExclusive: RunExclusive, tabId: number): Promise<boolean> {
  return runExclusive(async () => {
    const state = await tabStore(tabId).get();
    const isKnown = Object.keys(state.scripts).length > 0;
    if (isKnown) await endSession(context, await readEnvironment(context), state);
    await removeSessionEntries([`tab:${tabId}`, `view:${tabId}`]);
    return isKnown;
  });
}

/** Closes the tabs that were closed while no worker ran, or while one was replaced. Returns how many. */
export async function closeMissedTabs(context: AppContext, runExclusive: RunExclusive): Promise<number> {
  const [states, tabs] = [await runExclusive(allTabStates), await allTabs()];
  const open = new Set(tabs.map(({ id }) => id));
  const missed = states.filter(({ tabId }) => !open.has(tabId));
  for (const { tabId } of missed) await closeTab(context, runExclusive, tabId);
  return missed.length;
}
