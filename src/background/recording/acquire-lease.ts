import { isReadable } from '../../core/media/item';
import { itemKey } from '../../core/media/item-key';
import type { Session } from '../../core/session/session';
import {
  claim,
  handOver,
  type Claim,
  type LeaseDecision,
  type Lease,
  type Leases,
} from '../../core/session/tab-lease';
import { idleWatch, type TabWatch } from '../../core/session/tab-watch';
import type { Settings } from '../../core/settings/settings';
import { isAlive } from '../../platform/messaging/tab-messages';
import type { AppContext } from '../context/context';
import type { Environment } from '../sites/environment';
import { leasesStore, tabStore, type TabState } from '../state/tab-state';
import { closeSession, releaseLease } from './end-session';
import type { MergedReport } from './merge-frames';

/**
 * Decides which of several tabs with the same item records it. A tab that takes over continues the other's
 * session; a waiting tab observes through the gate `other-tab`. `leases`: the stored ones.
 */
export async function acquireLease(
  context: AppContext,
  environment: Environment,
  leases: Leases,
  merged: MergedReport,
): Promise<MergedReport> {
  const { state, playback, observation } = merged;
  const key = wantedKey(merged, environment.settings);
  if (key === undefined || playback === undefined) return merged;
  const { tabId, visible, leaseKey } = state;
  const isOtherItem = leaseKey !== undefined && leaseKey !== key;
  const free = isOtherItem ? await releaseLease(state, state.watch.session) : leases;
  const decision = await decide(
    free[key],
    { tabId, playing: playback.state === 'playing', visible, at: environment.now },
    leaseTimeout(environment.settings.interval),
  );
  await leasesStore.set({ ...free, [key]: decision.lease });
  const held = { ...merged, playback, state: { ...state, leaseKey: key } };
  switch (decision.kind) {
    case 'own':
      return held;
    case 'other':
      return { ...held, observation: { ...observation, gate: 'other-tab' } };
    case 'take':
      return { ...held, state: await takeOver(context, environment, held, decision.from) };
  }
}

/**
 * A crashed page reports nothing, and the browser doesn't either. So before this tab waits for the holder,
 * the holder is asked whether its script still runs.
 */
async function decide(lease: Lease | undefined, by: Claim, timeout: number): Promise<LeaseDecision> {
  const decision = claim(lease, by, timeout);
  if (decision.kind !== 'other' || (await isAlive(decision.lease.tabId))) return decision;
  return claim({ ...decision.lease, at: -Infinity }, by, timeout);
}

/**
 * The key of the item to record. There is none if nothing is read, if another person watches, and during an
 * advertisement or another medium too short to be recorded, whose position is not the item's.
 */
function wantedKey(
  { state, observation, playback }: MergedReport,
  { minimumLength }: Settings,
): string | undefined {
  const item = state.reading?.item;
  const isRecorded = observation.gate === undefined && (playback?.duration || Infinity) >= minimumLength;
  return isRecorded && item !== undefined && isReadable(item) ? itemKey(item) : undefined;
}

/**
 * Seconds without a report after which the holder counts as gone; generous, because timers of hidden tabs are
 * delayed.
 */
function leaseTimeout(interval: number): number {
  return interval * 1.5 + 30;
}

type LeaseSource = Extract<LeaseDecision, { kind: 'take' }>['from'];

/** Continues the session that another tab held or left, in this tab, at this tab's position. */
async function takeOver(
  context: AppContext,
  environment: Environment,
  { state, playback: observed, observation }: Required<MergedReport>,
  from: LeaseSource,
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
  // The reducer then decides about what this tab has watched so far.
  if (watch === undefined) return state;
  // This tab watched another title or viewing until now: it ends with its own last position.
  if (state.watch.session?.id !== watch.session?.id)
    await closeSession(context, environment, state, observation);
  return { ...state, watch };
}

/** Takes the session out of the tab that held the lease, and ends it there if it does not continue here. */
async function takeSession(
  context: AppContext,
  environment: Environment,
  holder: Readonly<{ tabId: number; leaseKey: string | undefined }>,
  goOn: (session: Session) => TabWatch | undefined,
): Promise<Session | undefined> {
  const other = await tabStore(holder.tabId).get();
  const { session } = other.watch;
  // Until a change of title is confirmed, that tab holds the session of the previous title.
  if (session === undefined || itemKey(session.item) !== holder.leaseKey) return undefined;
  // A deferred crossing depends on the end of that player, not on the position of this one, so it is decided
  // there.
  const isOver = session.deferredCrossing !== undefined || goOn(session) === undefined;
  const ended = isOver ? await closeSession(context, environment, other) : session;
  await tabStore(holder.tabId).set({ ...other, watch: idleWatch });
  return ended;
}
