import { isReadable } from '../../core/media/item';
import { itemKey } from '../../core/media/item-key';
import { claim, handOver } from '../../core/session/tab-lease';
import type { Session } from '../../core/session/session';
import { idleWatch, interruptedWatch } from '../../core/session/tab-watch';
import type { ObservedPlayback } from '../../core/session/observation';
import { settingsStore } from '../../platform/storage/stores';
import { closeSession, releaseLease } from './end-session';
import { leasesStore, tabStore, type TabState } from '../state/tab-state';
import type { AppContext } from '../context/context';

export interface LeaseResult {
  readonly state: TabState;
  readonly skip?: 'other-tab';
}

/** Which tab speaks for this item. A tab that takes over goes on with the very session of the other. */
export async function acquireLease(
  context: AppContext,
  state: TabState,
  playback: ObservedPlayback | undefined,
): Promise<LeaseResult> {
  const item = state.reading?.item;
  if (item === undefined || !isReadable(item) || playback === undefined) return { state };
  const key = itemKey(item);
  if (state.leaseKey !== undefined && state.leaseKey !== key) await releaseLease(state, state.watch.session);
  const [leases, { interval }] = await Promise.all([leasesStore.get(), settingsStore.get()]);
  const decision = claim(
    leases[key],
    { tabId: state.tabId, playing: playback.state === 'playing', visible: state.visible, at: context.now() },
    interval * 1.5 + 30,
  );
  await leasesStore.set({ ...leases, [key]: decision.lease });
  const holding: TabState = { ...state, leaseKey: key };
  switch (decision.kind) {
    case 'own':
      return { state: holding };
    case 'other':
      return { state: holding, skip: 'other-tab' };
    case 'take': {
      if (decision.from === undefined) return { state: holding };
      const session =
        'session' in decision.from
          ? decision.from.session
          : await takeFrom(context, decision.from.tabId, key);
      return {
        state: session === undefined ? holding : await adoptSession(context, holding, session, playback),
      };
    }
  }
}

async function takeFrom(context: AppContext, tabId: number, key: string): Promise<Session | undefined> {
  const other = await tabStore(tabId).get();
  const { session } = other.watch;
  if (session === undefined || other.leaseKey !== key) return undefined;
  await tabStore(tabId).set({ ...other, watch: idleWatch });
  // What waits to be told as watched stands at the end of that player, and not where this one is.
  return session.deferredCrossing === undefined ? session : closeSession(context, other);
}

async function adoptSession(
  context: AppContext,
  state: TabState,
  session: Session,
  sighted: ObservedPlayback,
): Promise<TabState> {
  const { seekFrom: _, ...playback } = sighted;
  // What this tab watched until now was another title, or another viewing; it ends with its own last position.
  if (state.watch.session !== undefined && state.watch.session.id !== session.id)
    await closeSession(context, state);
  const siteId = state.siteId ?? session.siteId;
  const adopted = handOver(session, {
    identity: state.reading?.identity ?? session.identity,
    siteId,
    playback,
  });
  return { ...state, watch: adopted === undefined ? idleWatch : interruptedWatch(adopted) };
}
