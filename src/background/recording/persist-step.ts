import { itemKey } from '../../core/media/item-key';
import { forget, remember } from '../../core/session/recently-watched';
import { forgetItem, forgetSession, noteSeen } from '../../core/session/earlier-evidence';
import type { Session, Update } from '../../core/session/session';
import type { Step } from '../../core/session/reducer';
import { accountKey } from '../account/account';
import { changeEntry, storeUpdate } from '../state/outbox-store';
import { recentStore, seenStore } from './reducer-rules';
import type { TabState } from '../state/tab-state';
import type { World } from '../context/context';

/** Stores what a step of the reducer gave to send, and what outlives a session that it ended. */
export async function storeStep(
  world: World,
  state: TabState,
  { watching, updates, closed, wasAd }: Step,
): Promise<void> {
  const session = closed ?? watching.session;
  if (session !== undefined) await storeUpdates(world, state, session, updates);
  if (closed === undefined) return;
  if (wasAd === true) await forgetAd(world, closed);
  else if (updates.length === 0) await keepSeen(world, state, closed);
}

/** Puts a session's updates into the outbox. They are on disk when this resolves; nothing is sent here. */
export async function storeUpdates(
  world: World,
  state: TabState,
  session: Session,
  updates: readonly Update[],
): Promise<void> {
  if (updates.length === 0) return;
  const account = await accountKey(world);
  const facts = {
    id: session.id,
    account,
    siteId: session.siteId,
    item: session.item,
    readConfidence: session.confidence,
    private: state.private,
  };
  for (const update of updates) {
    await storeUpdate(world, facts, update);
    const [recent, key] = [await recentStore.get(), itemKey(session.item)];
    if (update.crossing) await recentStore.set(remember(recent, key, world.now()));
    else if (Object.hasOwn(recent, key)) await recentStore.set(forget(recent, key));
  }
  await keepSeen(world, state, session);
}

/**
 * Keeps what the session has seen, as evidence for another evening: with every update, since a browser that crashes takes
 * the session with it, and at its end. Of a private window nothing is kept that need not be.
 */
async function keepSeen(world: World, { private: isPrivate }: TabState, session: Session): Promise<void> {
  if (isPrivate) return;
  const [seen, account, key] = [await seenStore.get(), await accountKey(world), itemKey(session.item)];
  const { id, played, playback } = session;
  const after = session.crossed
    ? forgetItem(seen, account, key)
    : noteSeen(seen, { id, account, key, duration: playback.duration, played, at: world.now() }, world.now());
  if (seen.length + after.length > 0) await seenStore.set(after);
}

/** What played was an advertisement under the title's name: nothing that waits of it is sent, and it is no evidence. */
async function forgetAd(world: World, { id }: Session): Promise<void> {
  await changeEntry(world, id, (entry) => (entry.confirmed ? entry : undefined));
  await seenStore.set(forgetSession(await seenStore.get(), id));
}
