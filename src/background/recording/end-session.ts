import { reduceSession } from '../../core/session/reducer';
import type { Session } from '../../core/session/session';
import { release } from '../../core/session/tab-lease';
import { idleWatch } from '../../core/session/tab-watch';
import { sendToTab } from '../../platform/messaging/tab-messages';
import type { AppContext } from '../context/context';
import { isExcludedWindow } from '../sites/recording-access';
import { leasesStore, tabStore, type TabState } from '../state/tab-state';
import { persistTransition } from './persist-transition';
import { rulesFor } from './reducer-rules';

/**
 * Ends the session of a tab that shows another page, was closed, or lost its process: with its own last
 * position, and with its lease free for another tab that shows the same item. `missedUnload`: the page could
 * not report its end.
 */
export async function endSession(context: AppContext, state: TabState, missedUnload = true): Promise<void> {
  const closed = await closeSession(context, state, missedUnload);
  await releaseLease(state, closed);
  const { reading: _reading, gate: _gate, skip: _skip, leaseKey: _key, ...rest } = state;
  await tabStore(state.tabId).set({ ...rest, playbacks: {}, watch: idleWatch });
}

/** Stores the last update of the tab's session, and returns the session as it ended. */
export async function closeSession(
  context: AppContext,
  state: TabState,
  missedUnload = false,
): Promise<Session | undefined> {
  const transition = reduceSession(
    state.watch,
    { siteId: state.siteId ?? '', leaving: true, missedUnload, at: context.now() },
    await rulesFor(context, state),
  );
  if (transition.closed === undefined || (await isExcludedWindow(state.private))) return undefined;
  await persistTransition(context, state, transition);
  return transition.closed;
}

/**
 * Gives up the tab's lease, and asks the tabs that wait for it to report: nothing changes on their own pages.
 */
export async function releaseLease(
  { leaseKey, tabId }: TabState,
  session: Session | undefined,
): Promise<void> {
  if (leaseKey === undefined) return;
  const { [leaseKey]: lease, ...others } = await leasesStore.get();
  if (lease === undefined) return;
  const left = release(lease, tabId, session);
  await leasesStore.set(left === undefined ? others : { ...others, [leaseKey]: left });
  if (lease.tabId === tabId) for (const other of lease.others) void sendToTab(other, 'report');
}
