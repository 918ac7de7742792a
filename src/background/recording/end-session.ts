import { itemKey } from '../../core/media/item-key';
import type { Observation } from '../../core/session/observation';
import type { Session } from '../../core/session/session';
import { release, type Leases } from '../../core/session/tab-lease';
import { idleWatch, watching } from '../../core/session/tab-watch';
import { sendToTab } from '../../platform/messaging/tab-messages';
import type { AppContext } from '../context/context';
import { type Environment, readEnvironment, isExcludedWindow } from '../sites/environment';
import { entryOfSession } from '../state/outbox-store';
import {
  leasesStore,
  tabStore,
  type TabState,
  allTabStates,
  emptyTab,
  undecidedStore,
} from '../state/tab-state';
import { reduceTab } from './reduce-tab';
import { undecidedSessions } from '../../core/session/deferred-crossing';

/**
 * Ends the session of a tab that shows another page, was closed, or lost its process. The session ends with
 * its own last position, and its lease becomes free for another tab with the same item. `missedUnload`: the
 * page could not send its unload report. `change` makes the tab's new state, which is stored last and in one
 * step: if storage fails, everything can be repeated. Returns that state.
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
 * Stores the last update of the tab's session. Returns the ended session for a tab that continues it, except
 * that of an advertisement. `seen`: what the tab shows by now.
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
 * Whether the session has already ended and only the state of its tab could not be stored: nothing has been
 * reported since its last update.
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
 * Gives up the tab's lease. Tabs that wait for it are asked for a report, because nothing on their own pages
 * would cause one. Returns the leases as stored afterwards.
 */
export async function releaseLease(
  { leaseKey, tabId }: TabState,
  session: Session | undefined,
): Promise<Leases> {
  const before = await leasesStore.get();
  const { [leaseKey ?? '']: lease, ...others } = before;
  if (leaseKey === undefined || lease === undefined) return before;
  // The session may belong to the title before the one the tab holds.
  const own = session && itemKey(session.item) === leaseKey ? session : undefined;
  const left = release(lease, tabId, own);
  const after = left === undefined ? others : { ...others, [leaseKey]: left };
  await leasesStore.set(after);
  if (lease.tabId === tabId) for (const other of lease.others) void sendToTab(other, 'report');
  return after;
}

/**
 * Records short titles whose tab was lost, with the browser or by an update of the extension, while their
 * crossing was held back. Returns how many.
 */
export async function concludeUndecided(context: AppContext): Promise<number> {
  const stored = Object.values(await undecidedStore.get());
  if (stored.length === 0) return 0;
  const open = new Set(
    (await allTabStates()).flatMap(({ watch }) => undecidedSessions(watch)).map(({ id }) => id),
  );
  const lost = stored.filter(({ id }) => !open.has(id));
  const environment = await readEnvironment(context);
  for (const session of lost) {
    const { siteId } = session;
    await closeSession(context, environment, { ...emptyTab(NO_TAB), siteId, watch: watching(session) });
  }
  return lost.length;
}

/** The tab is gone; nothing is stored for it. */
const NO_TAB = -1;
