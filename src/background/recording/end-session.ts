import { release } from '../../core/session/tab-lease';
import type { Session } from '../../core/session/session';
import { idleWatch } from '../../core/session/tab-watch';
import { reduceSession } from '../../core/session/reducer';
import { sendToTab } from '../../platform/messaging/tab-messages';
import { isExcludedWindow } from '../sites/private-window';
import { rulesFor } from './reducer-rules';
import { leasesStore, tabStore, type TabState } from '../state/tab-state';
import { persistTransition } from './persist-step';
import type { AppContext } from '../context/context';

/**
 * The tab shows something else, was closed, or its process is gone: its session ends with its own last position, and
 * its place goes to another tab that shows the same item.
 */
export async function endSession(context: AppContext, state: TabState, missedUnload = true): Promise<void> {
  const closed = await closeSession(context, state, missedUnload);
  await releaseLease(state, closed);
  const { reading: _reading, gate: _gate, skip: _skip, leaseKey: _key, media: _media, ...rest } = state;
  await tabStore(state.tabId).set({ ...rest, playbacks: {}, watch: idleWatch });
}

/** Stores the last word of the tab's session, and gives the session back as it ended. */
export async function closeSession(
  context: AppContext,
  state: TabState,
  missedUnload = false,
): Promise<Session | undefined> {
  const step = reduceSession(
    state.watch,
    { siteId: state.siteId ?? '', leaving: true, missedUnload, at: context.now() },
    await rulesFor(context, state),
  );
  if (step.closed === undefined || (await isExcludedWindow(state.private))) return undefined;
  await persistTransition(context, state, step);
  return step.closed;
}

/** Gives up the tab's place. Who waits for it is told, since nothing changes on its own page. */
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
