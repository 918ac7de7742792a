import type { Observation } from '../../core/session/observation';
import { reduceSession } from '../../core/session/reducer';
import { type Rules, type Transition, idleWatch, rulesOf } from '../../core/session/tab-watch';
import { evidenceAfter } from '../../core/session/stored-evidence';
import { runtimesOf } from '../account/match-cache';
import type { AppContext } from '../context/context';
import { type Environment, readEnvironment } from '../sites/environment';
import { readEvidence, storeEvidence } from '../state/evidence-stores';
import { type TabState, leasesStore, tabStore, allTabStates, storeUndecided } from '../state/tab-state';
import type { Leases } from '../../core/session/tab-lease';
import { readTogether } from '../../platform/storage/storage-item';
import { watchPageChanges } from '../../platform/browser/worker-events';
import type { Session, Update } from '../../core/session/session';
import { defined } from '../../core/values/defined';
import { accountKey } from '../account/account';
import type { LogFacts } from '../context/log';
import { dropUnsent, storeUpdate } from '../state/outbox-store';

type ReducedTab = Readonly<{
  transition: Transition;
  rules: Rules;
}>;

/**
 * Runs the reducer on one observation of a tab, and stores the resulting updates and evidence. The caller
 * stores the tab's own state afterwards: if the worker is stopped in between, the next report leads to the
 * same updates again.
 */
export async function reduceTab(
  context: AppContext,
  environment: Environment,
  tab: TabState,
  observation: Observation,
): Promise<ReducedTab> {
  const rules = {
    ...(await rulesFor(context, environment, tab)),
    runtimes: await runtimesOf(context, environment.settings, tab.watch.session),
  };
  const transition = reduceSession(tab.watch, observation, rules);
  await persistTransition(context, tab, transition);
  return { transition, rules };
}

/**
 * The rules for a tab. The evidence is read here, later than a report's other inputs: a tab that takes over a
 * session first ends its own, which adds evidence.
 */
export async function rulesFor(
  { newId }: AppContext,
  { settings, siteStates, account, now }: Environment,
  { siteId = '', watch }: TabState,
): Promise<Rules> {
  const evidence = await readEvidence();
  const overrides = siteStates[siteId]?.overrides;
  return rulesOf({ settings, overrides, sessionId: watch.session?.id, evidence, account, now, newId });
}

/** The stored state that decides about a tab's message, read when the message arrives. */
type TabInputs = Readonly<{
  environment: Environment;
  tab: TabState;
  leases: Leases;
}>;

/** Reads the inputs of a tab's message, all of them at the same time. */
export async function readInputs(context: AppContext, tabId: number): Promise<TabInputs> {
  const [environment, [tab, leases]] = await Promise.all([
    readEnvironment(context),
    readTogether('session', tabStore(tabId), leasesStore),
  ]);
  return { environment, tab, leases };
}

/** Listens to page changes while a tab plays. */
export async function followPlaying(): Promise<void> {
  watchPageChanges((await allTabStates()).some(isPlaying));
}

/** The same after a report of one tab; the other tabs are read only if this one has stopped. */
export async function followTab(before: TabState, after: TabState): Promise<void> {
  if (isPlaying(after)) watchPageChanges(true);
  else if (isPlaying(before)) await followPlaying();
}

function isPlaying({ watch: { session } }: TabState): boolean {
  return session?.playback.state === 'playing';
}

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
  updates: Update[],
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
