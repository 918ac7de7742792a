import { seemsAd } from '../../core/session/deferred-crossing';
import type { Sender } from '../../platform/messaging/message-router';
import { sendToTab } from '../../platform/messaging/tab-messages';
import type { HelloOutput } from '../../protocol/report';
import { extrapolate } from '../../core/session/watched-threshold';
import { idleWatch, interruptedWatch, type Rules } from '../../core/session/tab-watch';
import { defined } from '../../core/values/defined';
import type { AppContext } from '../context/context';
import { publishView } from '../display/publish-view';
import { type Environment, recordableSite, isExcludedWindow } from '../sites/environment';
import { isPlayerFrame } from '../sites/site-patterns';
import { definitionsOf, findSite, type Site } from '../sites/sites';
import { tabStore, emptyTab, type TabState } from '../state/tab-state';
import { readInputs, rulesFor } from './reduce-tab';
import { endSession } from './end-session';

type Hello = Readonly<{
  /** Address of the frame. */
  url: string;
  run: string;
}>;

type HelloOutcome = Readonly<{
  output: HelloOutput;
  /**
   * Whether there may be something new to send: the new page may have ended one that sent no unload report.
   */
  stored: boolean;
}>;

/**
 * A script has started in a frame, or asks again after a change. The answer is the connector that applies.
 */
export async function handleHello(context: AppContext, hello: Hello, sender: Sender): Promise<HelloOutcome> {
  const { tabId, frameId = 0, tabUrl } = sender;
  if (tabId === undefined) return { output: { kind: 'none' }, stored: false };
  const { environment, tab } = await readInputs(context, tabId);
  const before: TabState = { ...tab, private: sender.private };
  // The browser states this address. A prerendered page says hello only when it is shown, and has this id by
  // then.
  const site =
    frameId === 0
      ? await admitPage(context, environment, before, hello)
      : await admitFrame(environment, before, { ...hello, frameId, pageUrl: tabUrl ?? before.url ?? '' });
  const detail = site === undefined ? 'none' : 'applies';
  const siteId = site?.connector.id;
  context.log.debug('script-started', { tabId, siteId, detail, private: sender.private });
  const output: HelloOutput = site === undefined ? { kind: 'none' } : await answer(site);
  return { output, stored: before.watch.session !== undefined };
}

/** Stores and shows the page that the top frame now holds. Returns its site if it is to be recorded. */
async function admitPage(
  context: AppContext,
  environment: Environment,
  before: TabState,
  { url, run }: Hello,
): Promise<Site | undefined> {
  const known = findSite(environment.sites, url);
  const site = recordableSite(environment, url, before.private);
  const isSamePage = site !== undefined && before.url === url && before.siteId === site.connector.id;
  // A presumed advertisement ends with its page, whether or not that could send its unload report.
  const fresh =
    isSamePage && !seemsAd(before.watch)
      ? resumeTab(await rulesFor(context, environment, before), before)
      : await resetTab(context, environment, before, { url, siteId: known?.connector.id });
  const state: TabState = { ...fresh, scripts: { ...fresh.scripts, 0: { run, seq: -1 } } };
  await tabStore(state.tabId).set(state);
  // Its frames reported before their page was known: they are asked again.
  if (site !== undefined && Object.keys(state.scripts).length > 1) void sendToTab(state.tabId, 'report');
  await publishView(context, environment, state, true);
  return site;
}

/** Returns the site of the page if it is to be recorded and the frame may hold its player. */
async function admitFrame(
  environment: Environment,
  before: TabState,
  { url, run, frameId, pageUrl }: Hello & Readonly<{ frameId: number; pageUrl: string }>,
): Promise<Site | undefined> {
  const site = recordableSite(environment, pageUrl, before.private);
  if (site === undefined || !isPlayerFrame(site, url)) return undefined;
  const scripts = { ...before.scripts, [frameId]: { run, seq: -1 } };
  await tabStore(before.tabId).set({ ...before, scripts });
  return site;
}

async function answer(site: Site): Promise<HelloOutput> {
  return { kind: 'definition', siteId: site.connector.id, ...(await definitionsOf(site)) };
}

/**
 * The same page with a new script: it was reloaded, or its script was restarted after a change of settings.
 * The session continues with all its evidence, and the time in between is not credited. A page that could
 * send no unload report has played on until now: the same address may show the next title.
 */
function resumeTab({ now, interval }: Pick<Rules, 'now' | 'interval'>, before: TabState): TabState {
  const { reading: _reading, gate: _gate, ...rest } = before;
  const { session, phase } = before.watch;
  if (session === undefined) return { ...rest, playbacks: {}, watch: idleWatch };
  // Behind an advertisement the session has stood still, and if this message is repeated it has been moved
  // already.
  const left = phase === 'interrupted' ? session : extrapolate(session, now, interval);
  // After a reload the stream has another source; duration and reading show whether it is still the same
  // title.
  const { source: _source, ...playback } = left.playback;
  return { ...rest, playbacks: {}, watch: interruptedWatch({ ...session, playback }) };
}

/** Another page: the previous page's session ends with its own last position. */
async function resetTab(
  context: AppContext,
  environment: Environment,
  before: TabState,
  page: Readonly<{ url: string; siteId: string | undefined }>,
): Promise<TabState> {
  await endSession(context, environment, before);
  const isExcluded = isExcludedWindow(environment, before.private);
  return {
    ...emptyTab(before.tabId),
    private: before.private,
    url: page.url,
    // Frames may say hello before their page does. Scripts of the previous page no longer run and only take
    // up space.
    scripts: Object.fromEntries(Object.entries(before.scripts).slice(-MOST_FRAMES)),
    ...defined({
      notMe: before.notMe,
      siteId: page.siteId,
      skip: isExcluded ? ('private-window' as const) : undefined,
    }),
  };
}

const MOST_FRAMES = 30;
