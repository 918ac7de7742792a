import { urlMatchesHosts } from '../../core/hosts/host-pattern';
import { covers } from '../../core/hosts/pattern-coverage';
import { seasonWordsFor } from '../../core/text/season-words';
import { idleWatch, interruptedWatch } from '../../core/session/tab-watch';
import { isPaused } from '../../core/settings/settings';
import { grantedOrigins } from '../../platform/browser/permissions';
import type { Sender } from '../../platform/messaging/message-router';
import { settingsStore } from '../../platform/storage/stores';
import type { HelloOutput } from '../../protocol/report';
import { endSession } from './end-session';
import { isExcludedWindow } from '../sites/private-window';
import { publishView } from '../display/publish-view';
import { definitionOf, patternOf, siteOf, type Site } from '../sites/sites';
import { emptyTab, tabStore, type TabState } from '../state/tab-state';
import type { AppContext } from '../context/context';
import { defined } from '../../core/values/defined';

/** A script has started in a frame (or was told to ask again): does a connector apply, and which? */
export async function handleHello(
  context: AppContext,
  { url, run }: { readonly url: string; readonly run: string },
  sender: Sender,
): Promise<HelloOutput> {
  const { tabId, frameId = 0 } = sender;
  if (tabId === undefined) return { kind: 'none' };
  const top = frameId === 0;
  const before = await tabStore(tabId).get();
  const topUrl = top ? url : (sender.tabUrl ?? before.url ?? '');
  const site = await siteOf(topUrl);
  const hidden = await isExcludedWindow(sender.private);
  const applies =
    site !== undefined &&
    site.state.enabled &&
    (top || isPlayerFrame(site, url)) &&
    !hidden &&
    (await isOpen(context, topUrl));
  const script = { run, seq: -1 };
  if (top) {
    const goesOn = applies && before.url === url && before.siteId === site.connector.id;
    const fresh = goesOn
      ? resumeTab(before)
      : await resetTab(context, before, { url, private: sender.private, siteId: site?.connector.id, hidden });
    const state: TabState = {
      ...fresh,
      private: sender.private,
      scripts: { ...fresh.scripts, [frameId]: script },
    };
    await tabStore(tabId).set(state);
    await publishView(context, state, true);
  } else if (applies) {
    await tabStore(tabId).set({ ...before, scripts: { ...before.scripts, [frameId]: script } });
  }
  if (!applies) return { kind: 'none' };
  const definition = await definitionOf(site);
  return {
    kind: 'definition',
    siteId: site.connector.id,
    definition,
    seasonWords: seasonWordsFor(definition),
    top,
  };
}

/** Access is there, and nothing is paused. */
async function isOpen({ now }: AppContext, url: string): Promise<boolean> {
  const [granted, settings] = await Promise.all([grantedOrigins(), settingsStore.get()]);
  return covers(granted, patternOf(url)) && !isPaused(settings, now());
}

/**
 * The same page has a new script: it was reloaded, or the script was started anew after a change of settings. The
 * viewing goes on with all that was seen of it; nothing is credited for the time in between.
 */
function resumeTab(before: TabState): TabState {
  const { reading: _reading, gate: _gate, ...rest } = before;
  const { session } = before.watch;
  if (session === undefined) return { ...rest, playbacks: {}, watch: idleWatch };
  // A new player loads under a new name; whether it is the same title, its length and the page's words tell.
  const { source: _source, ...playback } = session.playback;
  return { ...rest, playbacks: {}, watch: interruptedWatch({ ...session, playback }) };
}

/** Another page: what its predecessor held ends with its own last position. */
async function resetTab(
  context: AppContext,
  before: TabState,
  now: {
    readonly url: string;
    readonly private: boolean;
    readonly siteId: string | undefined;
    readonly hidden: boolean;
  },
): Promise<TabState> {
  await endSession(context, before);
  return {
    ...emptyTab(before.tabId),
    private: now.private,
    url: now.url,
    // Frames may speak before the page that holds them; those of the page before are silent anyway.
    scripts: Object.fromEntries(Object.entries(before.scripts).slice(-mostFrames)),
    ...defined({ notMe: before.notMe, siteId: now.siteId }),
    ...(now.hidden ? { skip: 'private-window' as const } : {}),
  };
}

const mostFrames = 30;

/** A frame of the site's own hosts, or of those that its definition names for players. */
function isPlayerFrame({ connector, state }: Site, url: string): boolean {
  if (!URL.canParse(url)) return false;
  const hosts = [...connector.hosts, ...(connector.frames ?? []).flatMap((frame) => frame.hosts)];
  return urlMatchesHosts(new URL(url), hosts) || (state.hosts ?? []).length > 0;
}
