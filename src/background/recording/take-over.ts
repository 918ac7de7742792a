import { itemKey } from '../../core/media/item-key';
import type { ObservedPlayback } from '../../core/session/observation';
import type { Session } from '../../core/session/session';
import { handOver, type Decision } from '../../core/session/tab-lease';
import { idleWatch, type TabWatch } from '../../core/session/tab-watch';
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
  observed: ObservedPlayback,
  from: Source,
): Promise<TabState> {
  if (from === undefined) return state;
  const { seekFrom: _, ...playback } = observed;
  const goOn = (session: Session) => {
    const identity = state.reading?.identity ?? session.identity;
    return handOver(session, { identity, siteId: state.siteId ?? session.siteId, playback });
  };
  const session =
    'session' in from
      ? from.session
      : await takeSession(context, environment, { ...from, leaseKey: state.leaseKey }, goOn);
  const watch = session && goOn(session);
  // Then the reducer decides about what this tab has watched until now.
  if (watch === undefined) return state;
  // This tab watched another title until now, or another viewing: it ends with its own last position.
  if (state.watch.session?.id !== watch.session?.id) await closeSession(context, environment, state);
  return { ...state, watch };
}

/** Takes the session out of the tab that held the lease, and ends it there where it does not go on here. */
async function takeSession(
  context: AppContext,
  environment: Environment,
  holder: { readonly tabId: number; readonly leaseKey: string | undefined },
  goOn: (session: Session) => TabWatch | undefined,
): Promise<Session | undefined> {
  const other = await tabStore(holder.tabId).get();
  const { session } = other.watch;
  // Until a change of its title is confirmed, that tab holds the session of the title before.
  if (session === undefined || itemKey(session.item) !== holder.leaseKey) return undefined;
  // A deferred crossing belongs to the end of that player, not to the position of this one: it is decided
  // there.
  const isOver = session.deferredCrossing !== undefined || goOn(session) === undefined;
  const ended = isOver ? await closeSession(context, environment, other) : session;
  await tabStore(holder.tabId).set({ ...other, watch: idleWatch });
  return ended;
}
