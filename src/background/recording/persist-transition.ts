import { itemKey } from '../../core/media/item-key';
import { forgetItem, forgetSession, rememberEvidence } from '../../core/session/earlier-evidence';
import { forget, remember } from '../../core/session/recently-watched';
import type { Session, Update } from '../../core/session/session';
import type { Transition } from '../../core/session/transition';
import { accountKey } from '../account/account';
import type { AppContext } from '../context/context';
import type { LogFacts } from '../context/log';
import { earlierEvidenceStore, recentlyWatchedStore } from '../state/evidence-stores';
import { changeEntry, storeUpdate } from '../state/outbox-store';
import type { TabState } from '../state/tab-state';

/** Stores the updates of a transition, and what outlives a session that ended by it. */
export async function persistTransition(
  context: AppContext,
  state: TabState,
  { watch, updates, closed, wasAd }: Transition,
): Promise<void> {
  const session = closed ?? watch.session;
  if (session !== undefined) await persistUpdates(context, state, session, updates);
  if (closed === undefined) return;
  context.log.info('session-ended', logFacts(state, closed, wasAd === true ? 'advertisement' : undefined));
  if (wasAd === true) await forgetAd(context, closed);
  else if (updates.length === 0) await keepEvidence(context, state, closed);
}

/** Stores a session's updates in the outbox. Resolves when they are on disk; sends nothing. */
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
    await updateRecentlyWatched(context, session, update);
    context.log.info('update-stored', logFacts(state, session, update.cause));
  }
  await keepEvidence(context, state, session);
}

/**
 * A crossing lets a reload during the credits continue the viewing; a position below 90 % begins another one.
 */
async function updateRecentlyWatched(
  { now }: AppContext,
  { item }: Session,
  { crossing }: Update,
): Promise<void> {
  const recent = await recentlyWatchedStore.get();
  const key = itemKey(item);
  if (crossing) await recentlyWatchedStore.set(remember(recent, key, now()));
  else if (Object.hasOwn(recent, key)) await recentlyWatchedStore.set(forget(recent, key));
}

/**
 * Stores which parts the session has played, as evidence for a later session of the same item. Called with
 * every update, since a crash of the browser loses the session, and at its end. Not for private windows.
 */
async function keepEvidence(
  context: AppContext,
  { private: isPrivate }: TabState,
  session: Session,
): Promise<void> {
  if (isPrivate) return;
  const [earlier, account] = await Promise.all([earlierEvidenceStore.get(), accountKey(context)]);
  const { id, item, played, playback, crossed } = session;
  const key = itemKey(item);
  const at = context.now();
  const after = crossed
    ? forgetItem(earlier, account, key)
    : rememberEvidence(earlier, { id, account, key, duration: playback.duration, played, at }, at);
  if (earlier.length + after.length > 0) await earlierEvidenceStore.set(after);
}

/**
 * The session was an advertisement under the title's name: removes what was not sent of it, and its evidence.
 */
async function forgetAd(context: AppContext, { id }: Session): Promise<void> {
  await changeEntry(context, id, (entry) => (entry.confirmed ? entry : undefined));
  await earlierEvidenceStore.set(forgetSession(await earlierEvidenceStore.get(), id));
}

function logFacts(
  { tabId, private: isPrivate }: TabState,
  { id, siteId }: Session,
  detail?: string,
): LogFacts {
  return { tabId, siteId, sessionId: id, private: isPrivate, detail };
}
