import type { Observation } from '../../core/session/observation';
import { reduceSession } from '../../core/session/reducer';
import type { Rules, Transition } from '../../core/session/tab-watch';
import { rulesOf } from '../../core/session/stored-evidence';
import { runtimesOf } from '../account/match-cache';
import type { AppContext } from '../context/context';
import { type Environment, readEnvironment } from '../sites/environment';
import { readEvidence } from '../state/evidence-stores';
import { type TabState, leasesStore, tabStore, allTabStates } from '../state/tab-state';
import { persistTransition } from './persist-transition';
import type { Leases } from '../../core/session/tab-lease';
import { readTogether } from '../../platform/storage/storage-item';
import { watchPageChanges } from '../../platform/browser/page-changes';

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
