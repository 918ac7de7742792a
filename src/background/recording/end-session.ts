import { itemKey } from '../../core/media/item-key';
import type { Observation } from '../../core/session/observation';
import type { Session } from '../../core/session/session';
import { release, type Leases } from '../../core/session/tab-lease';
import { idleWatch } from '../../core/session/tab-watch';
import { sendToTab } from '../../platform/messaging/tab-messages';
import type { AppContext } from '../context/context';
import type { Environment } from '../sites/environment';
import { isExcludedWindow } from '../sites/recording-access';
import { entryOfSession } from '../state/outbox-store';
import { leasesStore, tabStore, type TabState } from '../state/tab-state';
import { reduceTab } from './reduce-tab';

/**
 * Ends the session of a tab that shows another page, was closed, or lost its process: with its own last
 * position, and with its lease free for another tab that shows the same item. `missedUnload`: the page could
 * not report its end. Stores the tab as `change` makes it, last and at once: where storage refuses anything,
 * all of it can be done again. Returns that tab.
 */
export async function endSession(
  context: AppContext,
  environment: Environment,
  state: TabState,
  missedUnload = true,
  change = (ended: TabState) => ended,
): Promise<TabState> {
  const closed = await closeSession(context, environment, state, { missedUnload });
  await releaseLease(state, closed);
  const { reading: _reading, gate: _gate, skip: _skip, leaseKey: _key, ...rest } = state;
  const ended = change({ ...rest, playbacks: {}, watch: idleWatch });
  await tabStore(state.tabId).set(ended);
  return ended;
}

/**
 * Stores the last update of the tab's session, and returns the session as it ended, for a tab that continues
 * it: nothing of an advertisement goes on. `seen`: what the tab shows by now.
 */
export async function closeSession(
  context: AppContext,
  environment: Environment,
  state: TabState,
  seen?: Partial<Observation>,
): Promise<Session | undefined> {
  if (state.watch.session === undefined || isExcludedWindow(environment, state.private)) return undefined;
  if (await hasLeft(context, environment, state.watch.session)) return state.watch.session;
  const { siteId = '' } = state;
  const observation = { ...seen, siteId, leaving: true, at: environment.now };
  const { transition } = await reduceTab(context, environment, state, observation);
  return transition.wasAd ? undefined : transition.closed;
}

/**
 * Whether the session has already ended, and only the state of its tab could not be stored: nothing has been
 * heard of it since the update with which it was left.
 */
async function hasLeft(
  context: AppContext,
  { account }: Environment,
  { id, playback }: Session,
): Promise<boolean> {
  const entry = await entryOfSession(context, id, account);
  const last = entry?.latest ?? entry?.accepted ?? entry?.start;
  return last?.cause === 'leave' && last.at >= (playback.receivedAt ?? playback.at);
}

/**
 * Gives up the tab's lease. The tabs that wait for this lease are asked for a report, since nothing on their
 * own pages would make them send one. Returns the leases that are stored afterwards.
 */
export async function releaseLease(
  { leaseKey, tabId }: TabState,
  session: Session | undefined,
): Promise<Leases> {
  const before = await leasesStore.get();
  const { [leaseKey ?? '']: lease, ...others } = before;
  if (leaseKey === undefined || lease === undefined) return before;
  // The session may be of the title before the one that the tab holds.
  const own = session && itemKey(session.item) === leaseKey ? session : undefined;
  const left = release(lease, tabId, own);
  const after = left === undefined ? others : { ...others, [leaseKey]: left };
  await leasesStore.set(after);
  if (lease.tabId === tabId) for (const other of lease.others) void sendToTab(other, 'report');
  return after;
}
