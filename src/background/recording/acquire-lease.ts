import { isReadable } from '../../core/media/item';
import { itemKey } from '../../core/media/item-key';
import type { ObservedPlayback } from '../../core/session/observation';
import { claim, type Decision } from '../../core/session/tab-lease';
import { settingsStore } from '../../platform/storage/stores';
import type { AppContext } from '../context/context';
import { leasesStore, type TabState } from '../state/tab-state';
import { releaseLease } from './end-session';
import type { MergedReport } from './merge-frames';
import { takeOver } from './take-over';

/**
 * Decides which of several tabs with the same item records it. A tab that takes over continues the session of
 * the other; a tab that has to wait observes through the gate `other-tab`.
 */
export async function acquireLease(context: AppContext, merged: MergedReport): Promise<MergedReport> {
  const { state, playback, observation } = merged;
  const key = wantedKey(merged);
  if (key === undefined || playback === undefined) return merged;
  if (state.leaseKey !== undefined && state.leaseKey !== key) await releaseLease(state, state.watch.session);
  const decision = await claimLease(context, key, state, playback);
  const holding: TabState = { ...state, leaseKey: key };
  switch (decision.kind) {
    case 'own':
      return { ...merged, state: holding };
    case 'other':
      return { ...merged, state: holding, observation: { ...observation, gate: 'other-tab' } };
    case 'take':
      return { ...merged, state: await takeOver(context, holding, playback, decision.from) };
  }
}

/** The key of the item to record; none where nothing is read, and where another person watches. */
function wantedKey({ state, observation }: MergedReport): string | undefined {
  const item = state.reading?.item;
  if (observation.gate === 'not-me' || item === undefined || !isReadable(item)) return undefined;
  return itemKey(item);
}

async function claimLease(
  { now }: AppContext,
  key: string,
  { tabId, visible }: TabState,
  { state }: ObservedPlayback,
): Promise<Decision> {
  const [leases, { interval }] = await Promise.all([leasesStore.get(), settingsStore.get()]);
  const decision = claim(
    leases[key],
    { tabId, playing: state === 'playing', visible, at: now() },
    leaseTimeout(interval),
  );
  await leasesStore.set({ ...leases, [key]: decision.lease });
  return decision;
}

/**
 * Seconds without a report after which the holder counts as gone; ample, since timers of hidden tabs are
 * delayed.
 */
function leaseTimeout(interval: number): number {
  return interval * 1.5 + 30;
}
