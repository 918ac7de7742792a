import { allTabs, tab as tabFact, type TabFact } from '../../platform/browser/tabs';
import { isAlive } from '../../platform/messaging/tab-messages';
import { removeSessionEntries } from '../../platform/storage/clear-storage';
import { type AppContext, pause, type RunExclusive } from '../context/context';
import { concludeUndecided, endSession } from '../recording/end-session';
import { followPlaying } from '../recording/reduce-tab';
import { readEnvironment, type Environment, recordableSite } from '../sites/environment';
import { allTabStates, tabStore, type TabState } from '../state/tab-state';

/**
 * Ends the session of a closed tab and forgets the tab. `isNow`: it was closed just now, so it has played
 * until now. True if a script had reported from it.
 */
export function closeTab(
  context: AppContext,
  runExclusive: RunExclusive,
  tabId: number,
  isNow = true,
): Promise<boolean> {
  return runExclusive(async () => {
    const state = await tabStore(tabId).get();
    const isKnown = Object.keys(state.scripts).length > 0;
    if (isKnown) await endSession(context, await readEnvironment(context), state, isNow);
    await removeSessionEntries([`tab:${tabId}`, `view:${tabId}`]);
    if (isKnown) await followPlaying();
    return isKnown;
  });
}

/**
 * Ends a tab's session, and what is shown of it, if the tab now shows a page that is not recorded, or a page
 * of an enabled site without a running script. The browser is asked which page that is, because an event may
 * belong to an earlier page. `isNow`: as in `closeTab`. A page whose script still answers, after its access
 * was taken away, has played until now too. True if there was a session.
 */
export function leaveTab(
  context: AppContext,
  runExclusive: RunExclusive,
  tabId: number,
  isNow = true,
): Promise<boolean> {
  return runExclusive(async () => {
    const state = await tabStore(tabId).get();
    const hasSession = state.watch.session !== undefined;
    // A page that has sent its last report is still shown.
    if (!hasSession && state.url === undefined) return false;
    const environment = await readEnvironment(context);
    const isOn = isRecorded(environment, state, await tabFact(tabId));
    const isHeard = await isAlive(tabId, { frameId: 0 });
    // A page of an enabled site sends its own messages once its script runs. Until then, or without one, as
    // on an error page, it plays nothing. A page that is not recorded stays the page of its tab.
    if (isOn ? isHeard || !isNow : isHeard && !hasSession) return false;
    // Removed before the session: once that is gone, a second try would see nothing left to do.
    await removeSessionEntries([`view:${tabId}`]);
    // If the page begins after all, it reports its address.
    const change = ({ url: _url, siteId: _id, ...ended }: TabState): TabState => ended;
    await endSession(context, environment, state, isNow || isHeard, change);
    await followPlaying();
    return hasSession;
  });
}

/** `shown`: what the tab shows now, with its address if that may be read. */
function isRecorded(environment: Environment, tab: TabState, shown: TabFact | undefined): boolean {
  const { url } = shown ?? {};
  return url !== undefined && recordableSite(environment, url, tab.private) !== undefined;
}

/**
 * Ends sessions of tabs that were closed or left while no worker ran or while it was replaced, including by
 * the end of the browser. The time is unknown, so nothing counts as played since the last report. `reported`:
 * tabs that a browser event has just named. Returns the number of ended sessions.
 */
export async function closeMissedTabs(
  context: AppContext,
  runExclusive: RunExclusive,
  reported: Pick<ReadonlySet<number>, 'has'>,
): Promise<number> {
  const [states, tabs] = [await runExclusive(allTabStates), await allTabs()];
  const open = new Map(tabs.map((tab) => [tab.id, tab]));
  const missed = states.filter(({ tabId }) => !open.has(tabId));
  // The event that started this worker may arrive before that of the tab.
  if (missed.some(({ tabId }) => !reported.has(tabId))) await pause(0.2);
  for (const { tabId } of missed) await closeTab(context, runExclusive, tabId, reported.has(tabId));
  let ended = missed.length;
  for (const { tabId, watch } of states) {
    // A tab named by an event is ended by its handler, because the page may still report.
    if (watch.session === undefined || !open.has(tabId) || reported.has(tabId)) continue;
    if (await leaveTab(context, runExclusive, tabId, false)) ended += 1;
  }
  await followPlaying();
  return ended + (await runExclusive(() => concludeUndecided(context)));
}
