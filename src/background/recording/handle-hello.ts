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

/**
 * A script has started in a frame, or asks again after a change of access: answers the connector that
 * applies.
 */
export async function handleHello(
  context: AppContext,
  { url, run }: Hello,
  sender: Sender,
): Promise<HelloOutput> {
  const { tabId, frameId = 0 } = sender;
  if (tabId === undefined) return { kind: 'none' };
  const isTop = frameId === 0;
  const before = await tabStore(tabId).get();
  const pageUrl = isTop ? url : (sender.tabUrl ?? before.url ?? '');
  const known = await siteOf(pageUrl);
  const site = (await isRecorded(context, known, pageUrl, sender)) ? known : undefined;
  const applies = site !== undefined && (isTop || isPlayerFrame(site, url));
  const scripts = { [frameId]: { run, seq: -1 } };
  if (isTop) {
    const isSamePage = site !== undefined && before.url === url && before.siteId === site.connector.id;
    const fresh = isSamePage
      ? resumeTab(before)
      : await resetTab(context, before, { url, siteId: known?.connector.id, private: sender.private });
    const state: TabState = {
      ...fresh,
      private: sender.private,
      scripts: { ...fresh.scripts, ...scripts },
    };
    await tabStore(tabId).set(state);
    await publishView(context, state, true);
  } else if (applies) {
    await tabStore(tabId).set({ ...before, scripts: { ...before.scripts, ...scripts } });
  }
  logHello(context, sender, applies ? site : undefined);
  return applies ? answer(site, isTop) : { kind: 'none' };
}

/** Whether the page's site is on, accessible and not paused, in a window that may be recorded. */
async function isRecorded(
  context: AppContext,
  site: Site | undefined,
  url: string,
  sender: Sender,
): Promise<boolean> {
  if (site?.state.enabled !== true || (await isExcludedWindow(sender.private))) return false;
  return isRecordable(context, url);
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

function logHello({ log }: AppContext, sender: Sender, site: Site | undefined): void {
  log.debug('script-started', {
    tabId: sender.tabId,
    siteId: site?.connector.id,
    private: sender.private,
    detail: site === undefined ? 'none' : 'applies',
  });
}
