import { seemsAd } from '../../core/session/deferred-crossing';
import type { Sender } from '../../platform/messaging/message-router';
import { sendToTab } from '../../platform/messaging/tab-messages';
import type { HelloOutput } from '../../protocol/report';
import type { AppContext } from '../context/context';
import { publishView } from '../display/publish-view';
import type { Environment } from '../sites/environment';
import { recordableSite } from '../sites/recordable-site';
import { isPlayerFrame } from '../sites/site-patterns';
import { definitionsOf, findSite, type Site } from '../sites/sites';
import { tabStore, type TabState } from '../state/tab-state';
import { resetTab, resumeTab } from './new-document';
import { readInputs } from './read-inputs';
import { rulesFor } from './reduce-tab';

interface Hello {
  /** Address of the frame. */
  readonly url: string;
  readonly run: string;
}

interface HelloOutcome {
  readonly output: HelloOutput;
  /** Whether there may be something new to send: the next page ends one that could not say its end. */
  readonly stored: boolean;
}

/** A script has started in a frame, or asks again after a change: answers the connector that applies. */
export async function handleHello(context: AppContext, hello: Hello, sender: Sender): Promise<HelloOutcome> {
  const { tabId, frameId = 0, tabUrl } = sender;
  if (tabId === undefined) return { output: { kind: 'none' }, stored: false };
  const { environment, tab } = await readInputs(context, tabId);
  const before: TabState = { ...tab, private: sender.private };
  // The browser states it. A prerendered page says hello when it is shown, and has this id by then.
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

/** Stores and shows the page that the top frame holds now. Returns its site, if it is to be recorded. */
async function admitPage(
  context: AppContext,
  environment: Environment,
  before: TabState,
  { url, run }: Hello,
): Promise<Site | undefined> {
  const known = findSite(environment.sites, url);
  const site = recordableSite(environment, url, before.private);
  const isSamePage = site !== undefined && before.url === url && before.siteId === site.connector.id;
  // What seems to be an advertisement ends with its page, whether that could say so or not.
  const fresh =
    isSamePage && !seemsAd(before.watch)
      ? resumeTab(await rulesFor(context, environment, before), before)
      : await resetTab(context, environment, before, { url, siteId: known?.connector.id });
  const state: TabState = { ...fresh, scripts: { ...fresh.scripts, 0: { run, seq: -1 } } };
  await tabStore(state.tabId).set(state);
  // What its frames have reported before belonged to no page.
  if (site !== undefined && Object.keys(state.scripts).length > 1) void sendToTab(state.tabId, 'report');
  await publishView(context, environment, state, true);
  return site;
}

/** Returns the site of the page, if it is to be recorded and the frame may hold its player. */
async function admitFrame(
  environment: Environment,
  before: TabState,
  { url, run, frameId, pageUrl }: Hello & { readonly frameId: number; readonly pageUrl: string },
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
