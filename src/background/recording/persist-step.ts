import { itemKey } from '../../core/media/item-key';
import { forget, remember } from '../../core/session/recently-watched';
import { forgetItem, forgetSession, rememberEvidence } from '../../core/session/earlier-evidence';
import type { Session, Update } from '../../core/session/session';
import type { Transition } from '../../core/session/reducer';
import { accountKey } from '../account/account';
import { changeEntry, storeUpdate } from '../state/outbox-store';
import { recentlyWatchedStore, earlierEvidenceStore } from './reducer-rules';
import type { TabState } from '../state/tab-state';
import type { AppContext } from '../context/context';

/** Stores what a step of the reducer gave to send, and what outlives a session that it ended. */
export async function persistTransition(
  context: AppContext,
  state: TabState,
  { watch, updates, closed, wasAd }: Transition,
): Promise<void> {
  const session = closed ?? watch.session;
  if (session !== undefined) await persistUpdates(context, state, session, updates);
  if (closed === undefined) return;
  if (wasAd === true) await forgetAd(context, closed);
  else if (updates.length === 0) await keepEvidence(context, state, closed);
}

/** Puts a session's updates into the outbox. They are on disk when this resolves; nothing is sent here. */
export async function persistUpdates(
  context: AppContext,
  state: TabState,
  session: Session,
  updates: readonly Update[],
): Promise<void> {
  if (updates.length === 0) return;
  const account = await accountKey(context);
  const facts = {
    id: session.id,
    account,
    siteId: session.siteId,
    item: session.item,
    readConfidence: session.confidence,
    private: state.private,
  };
  for (const update of updates) {
    await storeUpdate(context, facts, update);
    const [recent, key] = [await recentlyWatchedStore.get(), itemKey(session.item)];
    if (update.crossing) await recentlyWatchedStore.set(remember(recent, key, context.now()));
    else if (Object.hasOwn(recent, key)) await recentlyWatchedStore.set(forget(recent, key));
  }
  await keepEvidence(context, state, session);
}

/**
 * Keeps what the session has seen, as evidence for another evening: with every update, since a browser that crashes takes
 * the session with it, and at its end. Of a private window nothing is kept that need not be.
 */
async function keepEvidence(
  context: AppContext,
  { private: isPrivate }: TabState,
  session: Session,
): Promise<void> {
  if (isPrivate) return;
  const [seen, account, key] = [
    await earlierEvidenceStore.get(),
    await accountKey(context),
    itemKey(session.item),
  ];
  const { id, played, playback } = session;
  const after = session.crossed
    ? forgetItem(seen, account, key)
    : rememberEvidence(
        seen,
        { id, account, key, duration: playback.duration, played, at: context.now() },
        context.now(),
      );
  if (seen.length + after.length > 0) await earlierEvidenceStore.set(after);
}

/** What played was an advertisement under the title's name: nothing that waits of it is sent, and it is no evidence. */
async function forgetAd(context: AppContext, { id }: Session): Promise<void> {
  await changeEntry(context, id, (entry) => (entry.confirmed ? entry : undefined));
  await earlierEvidenceStore.set(forgetSession(await earlierEvidenceStore.get(), id));
}
