import { itemKey } from '../../core/media/item-key';
import type { ObservedPlayback } from '../../core/session/observation';
import type { Session } from '../../core/session/session';
import { handOver, type Decision } from '../../core/session/tab-lease';
import { idleWatch } from '../../core/session/tab-watch';
import type { AppContext } from '../context/context';
import type { Environment } from '../sites/environment';
import { tabStore, type TabState } from '../state/tab-state';
import { closeSession } from './end-session';

type Source = Extract<Decision, { kind: 'take' }>['from'];

/** Continues the session that another tab held, or left, in this tab and at its own position. */
export async function takeOver(
  context: AppContext,
  environment: Environment,
  state: TabState,
  playback: ObservedPlayback,
  from: Source,
): Promise<TabState> {
  if (from === undefined) return state;
  const session =
    'session' in from ? from.session : await takeSession(context, environment, from.tabId, state.leaseKey);
  return session === undefined ? state : adoptSession(context, environment, state, session, playback);
}

/** Takes the session out of the tab that held the lease with this key. */
async function takeSession(
  context: AppContext,
  environment: Environment,
  tabId: number,
  leaseKey: string | undefined,
): Promise<Session | undefined> {
  const other = await tabStore(tabId).get();
  const { session } = other.watch;
  // Until a change of its title is confirmed, that tab holds the session of the title before.
  if (session === undefined || itemKey(session.item) !== leaseKey) return undefined;
  await tabStore(tabId).set({ ...other, watch: idleWatch });
  // A deferred crossing belongs to the end of that player, not to the position of this one: it is decided
  // there.
  return session.deferredCrossing === undefined ? session : closeSession(context, environment, other);
}

async function adoptSession(
  context: AppContext,
  environment: Environment,
  state: TabState,
  session: Session,
  observed: ObservedPlayback,
): Promise<TabState> {
  const { seekFrom: _, ...playback } = observed;
  // This tab watched another title until now, or another viewing: it ends with its own last position.
  if (state.watch.session !== undefined && state.watch.session.id !== session.id)
    await closeSession(context, environment, state);
  const identity = state.reading?.identity ?? session.identity;
  const siteId = state.siteId ?? session.siteId;
  return { ...state, watch: handOver(session, { identity, siteId, playback }) };
}
