import type { Observation } from '../../core/session/observation';
import { reduceSession } from '../../core/session/reducer';
import type { Rules, Transition } from '../../core/session/tab-watch';
import { rulesOf } from '../../core/session/stored-evidence';
import { runtimesOf } from '../account/match-cache';
import type { AppContext } from '../context/context';
import type { Environment } from '../sites/environment';
import { readEvidence } from '../state/evidence-stores';
import type { TabState } from '../state/tab-state';
import { persistTransition } from './persist-transition';

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
