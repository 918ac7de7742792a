import { evidenceAfter } from '../../core/session/stored-evidence';
import type { Session, Update } from '../../core/session/session';
import { idleWatch, type Transition } from '../../core/session/tab-watch';
import { defined } from '../../core/values/defined';
import { accountKey } from '../account/account';
import type { AppContext } from '../context/context';
import type { LogFacts } from '../context/log';
import { readEvidence, storeEvidence } from '../state/evidence-stores';
import { dropUnsent, storeUpdate } from '../state/outbox-store';
import type { TabState } from '../state/tab-state';
import { storeUndecided } from '../state/undecided-store';

/**
 * Stores a transition's updates in the outbox, then what outlives the session. Resolves when both are on
 * disk; sends nothing.
 */
export async function persistTransition(
  context: AppContext,
  tab: TabState,
  transition: Transition,
): Promise<void> {
  const { watch, former } = transition;
  if (former !== undefined) await storeOutcome(context, tab, { watch: idleWatch, ...former });
  await storeOutcome(context, tab, transition);
  // Stored last: if the worker ends before, the crossing is concluded again and recorded once; the other way
  // round it would be lost.
  await storeUndecided(tab, watch);
}

async function storeOutcome(context: AppContext, tab: TabState, transition: Transition): Promise<void> {
  const { watch, updates, closed, wasAd } = transition;
  const session = closed ?? watch.session;
  if (session === undefined || (updates.length === 0 && closed === undefined)) return;
  // An update belongs to whoever is signed in when it is stored, unless it was held back.
  const account = updates[0]?.account || (await accountKey(context));
  await storeUpdates(context, account, tab, session, updates);
  if (closed !== undefined) {
    const detail = wasAd === true ? 'advertisement' : undefined;
    context.log.info('session-ended', logFacts(tab, closed, detail));
    // It was an advertisement under the title's name: its unsent updates are dropped.
    if (wasAd === true) await dropUnsent(context, closed.id);
  }
  const before = await readEvidence();
  const viewing = { account, private: tab.private, now: context.now() };
  await storeEvidence(before, evidenceAfter(transition, before, viewing));
}

async function storeUpdates(
  context: AppContext,
  account: string,
  tab: TabState,
  session: Session,
  updates: readonly Update[],
): Promise<void> {
  const facts = {
    id: session.id,
    account,
    siteId: session.siteId,
    item: session.item,
    readConfidence: session.confidence,
    private: tab.private,
    ...defined({ page: tab.private ? undefined : tab.url }),
  };
  for (const update of updates) {
    await storeUpdate(context, facts, update);
    context.log.info('update-stored', logFacts(tab, session, update.cause));
  }
}

function logFacts(
  { tabId, private: isPrivate }: TabState,
  { id, siteId }: Session,
  detail?: string,
): LogFacts {
  return { tabId, siteId, sessionId: id, private: isPrivate, detail };
}
