import { seasonWordsFor } from '../../core/text/season-words';
import type { Sender } from '../../platform/messaging/message-router';
import type { HelloOutput } from '../../protocol/report';
import type { AppContext } from '../context/context';
import { publishView } from '../display/publish-view';
import { isExcludedWindow, isRecordable } from '../sites/recording-access';
import { isPlayerFrame } from '../sites/site-patterns';
import { definitionOf, siteOf, type Site } from '../sites/sites';
import { tabStore, type TabState } from '../state/tab-state';
import { resetTab, resumeTab } from './new-document';

interface Hello {
  /** Address of the frame. */
  readonly url: string;
  readonly run: string;
}

/** A script has started in a frame, or asks again after a change: answers the connector that applies. */
export async function handleHello(context: AppContext, hello: Hello, sender: Sender): Promise<HelloOutput> {
  const { tabId, frameId = 0, tabUrl } = sender;
  if (tabId === undefined) return { kind: 'none' };
  const before: TabState = { ...(await tabStore(tabId).get()), private: sender.private };
  const site =
    frameId === 0
      ? await admitPage(context, before, hello)
      : await admitFrame(context, before, { ...hello, frameId, pageUrl: tabUrl ?? before.url ?? '' });
  const detail = site === undefined ? 'none' : 'applies';
  const siteId = site?.connector.id;
  context.log.debug('script-started', { tabId, siteId, detail, private: sender.private });
  return site === undefined ? { kind: 'none' } : answer(site, frameId === 0);
}

/** Stores and shows the page that the top frame holds now. Returns its site, if it is to be recorded. */
async function admitPage(
  context: AppContext,
  before: TabState,
  { url, run }: Hello,
): Promise<Site | undefined> {
  const known = await siteOf(url);
  const site = await recordableSite(context, known, url, before.private);
  const isSamePage = site !== undefined && before.url === url && before.siteId === site.connector.id;
  const fresh = isSamePage
    ? resumeTab(before)
    : await resetTab(context, before, { url, siteId: known?.connector.id });
  const state: TabState = { ...fresh, scripts: { ...fresh.scripts, 0: { run, seq: -1 } } };
  await tabStore(state.tabId).set(state);
  await publishView(context, state, true);
  return site;
}

/** Returns the site of the page, if it is to be recorded and the frame may hold its player. */
async function admitFrame(
  context: AppContext,
  before: TabState,
  { url, run, frameId, pageUrl }: Hello & { readonly frameId: number; readonly pageUrl: string },
): Promise<Site | undefined> {
  const site = await recordableSite(context, await siteOf(pageUrl), pageUrl, before.private);
  if (site === undefined || !isPlayerFrame(site, url)) return undefined;
  const scripts = { ...before.scripts, [frameId]: { run, seq: -1 } };
  await tabStore(before.tabId).set({ ...before, scripts });
  return site;
}

/** The site, if it is on, accessible and not paused, in a window that may be recorded. */
async function recordableSite(
  context: AppContext,
  site: Site | undefined,
  url: string,
  isPrivate: boolean,
): Promise<Site | undefined> {
  if (site?.state.enabled !== true || (await isExcludedWindow(isPrivate))) return undefined;
  return (await isRecordable(context, url)) ? site : undefined;
}

async function answer(site: Site, top: boolean): Promise<HelloOutput> {
  const definition = await definitionOf(site);
  return {
    kind: 'definition',
    siteId: site.connector.id,
    definition,
    seasonWords: seasonWordsFor(definition),
    top,
  };
}
