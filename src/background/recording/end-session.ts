import { release } from '../../core/session/tab-lease';
import type { Session } from '../../core/session/session';
import { watch } from '../../core/session/reducer';
import { notePage } from '../../platform/messaging/tab-messages';
import { isHidden } from '../sites/private-window';
import { rulesFor } from './reducer-rules';
import { leasesStore, tabStore, type TabState } from '../state/tab-state';
import { storeStep } from './persist-step';
import type { World } from '../context/context';

/**
 * The tab shows something else, was closed, or its process is gone: its session ends with its own last position, and
 * its place goes to another tab that shows the same item.
 */
export async function endViewing(world: World, state: TabState, unheard = true): Promise<void> {
  const closed = await closeSession(world, state, unheard);
  await releaseLease(state, closed);
  const { reading: _reading, gate: _gate, skip: _skip, leaseKey: _key, media: _media, ...rest } = state;
  await tabStore(state.tabId).set({ ...rest, playbacks: {}, watching: {} });
}

/** Stores the last word of the tab's session, and gives the session back as it ended. */
export async function closeSession(
  world: World,
  state: TabState,
  unheard = false,
): Promise<Session | undefined> {
  const step = watch(
    state.watching,
    { siteId: state.siteId ?? '', leaving: true, unheard, at: world.now() },
    await rulesFor(world, state),
  );
  if (step.closed === undefined || (await isHidden(state.private))) return undefined;
  await storeStep(world, state, step);
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
  if (lease.tabId === tabId) for (const other of lease.others) void notePage(other, 'report');
}
