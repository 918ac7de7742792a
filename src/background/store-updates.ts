import { itemKey } from '../core/item-key';
import { forget, remember } from '../core/recently-watched';
import type { Session, Update } from '../core/session';
import { accountKey } from './account';
import { storeUpdate } from './outbox';
import { recentStore } from './rules';
import type { TabState } from './tab-state';
import type { World } from './world';

/** Puts a session's updates into the outbox. They are on disk when this resolves; nothing is sent here. */
export async function storeUpdates(world: World, { private: isPrivate }: TabState, session: Session, updates: readonly Update[]): Promise<void> {
  if (updates.length === 0) return;
  const account = await accountKey(world);
  const facts = { id: session.id, account, siteId: session.siteId, item: session.item, readConfidence: session.confidence, private: isPrivate };
  for (const update of updates) {
    await storeUpdate(world, facts, update);
    const [recent, key] = [await recentStore.get(), itemKey(session.item)];
    if (update.crossing) await recentStore.set(remember(recent, key, world.now()));
    else if (Object.hasOwn(recent, key)) await recentStore.set(forget(recent, key));
  }
}
