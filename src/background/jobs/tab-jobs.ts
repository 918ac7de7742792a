import { allTabs, tab as tabFact, type TabFact } from '../../platform/browser/tabs';
import { isAlive } from '../../platform/messaging/tab-messages';
import { removeSessionEntries } from '../../platform/storage/session-entries';
import type { AppContext } from '../context/context';
import type { RunExclusive } from '../context/mutex';
import { pause } from '../context/pause';
import { concludeUndecided } from '../recording/conclude-undecided';
import { endSession } from '../recording/end-session';
import { followPlaying } from '../recording/follow-playing';
import { readEnvironment, type Environment } from '../sites/environment';
import { recordableSite } from '../sites/recordable-site';
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
 * Ends the session of a tab that shows a page now from which nothing is recorded, or one of a site that is on
 * in which no script runs, and what is shown of that tab. Which page that is, the browser is asked: an event
 * may be of one before it. `isNow`: as in `closeTab`. A page whose script still answers, where access was
 * taken away, has played until now too. True if there was a session.
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
    // A page that has said its end is still shown.
    if (!hasSession && state.url === undefined) return false;
    const environment = await readEnvironment(context);
    const isOn = isRecorded(environment, state, await tabFact(tabId));
    const isHeard = await isAlive(tabId, { frameId: 0 });
    // A page of a site that is on sends its own messages, once its script runs. Until then, or where it has
    // none, as that of an error, it plays nothing. One that is not recorded stays the page of its tab.
    if (isOn ? isHeard || !isNow : isHeard && !hasSession) return false;
    // Before the session is gone, by which a second try would see nothing left to do.
    await removeSessionEntries([`view:${tabId}`]);
    // A page that begins after all says its address.
    const change = ({ url: _url, siteId: _id, ...ended }: TabState): TabState => ended;
    await endSession(context, environment, state, isNow || isHeard, change);
    await followPlaying();
    return hasSession;
  });
}

/** `shown`: what the tab shows now, with an address where it may be read. */
function isRecorded(environment: Environment, tab: TabState, shown: TabFact | undefined): boolean {
  const { url } = shown ?? {};
  return url !== undefined && recordableSite(environment, url, tab.private) !== undefined;
}

/**
 * Ends what ended while no worker ran, or while one was replaced: tabs that were closed or left, and with
 * them the browser. When that was is unknown, so nothing is taken to have played since the last report.
 * `reported`: tabs that an event of the browser has just named. Returns how many.
 */
export async function closeMissedTabs(
  context: AppContext,
  runExclusive: RunExclusive,
  reported: Pick<ReadonlySet<number>, 'has'>,
): Promise<number> {
  const [states, tabs] = [await runExclusive(allTabStates), await allTabs()];
  const open = new Map(tabs.map((tab) => [tab.id, tab]));
  const missed = states.filter(({ tabId }) => !open.has(tabId));
  // The event that started this worker may come before that of the tab.
  if (missed.some(({ tabId }) => !reported.has(tabId))) await pause(0.2);
  for (const { tabId } of missed) await closeTab(context, runExclusive, tabId, reported.has(tabId));
  let ended = missed.length;
  for (const { tabId, watch } of states) {
    // What an event has named is ended after it, since the page may say more.
    if (watch.session === undefined || !open.has(tabId) || reported.has(tabId)) continue;
    if (await leaveTab(context, runExclusive, tabId, false)) ended += 1;
  }
  await followPlaying();
  return ended + (await runExclusive(() => concludeUndecided(context)));
}
