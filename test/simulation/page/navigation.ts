import type { Page, Tab } from '../browser/tabs';
import type { World } from '../world';
import { numberOf, playerFrame, setFrozen } from './pages';
import type { Showing } from './titles';

/** How a page ends. */
export type Ending =
  /** To a page of the same site. */
  | 'same-site'
  /**
   * To a page of another site: Chromium puts it into another process, and drops what the old one still says
   * where no worker runs.
   */
  | 'other-site'
  | 'close'
  /** The process of the tab is gone, or the browser is. */
  | 'crash';

/** Tells the oracle where the title of a page was left. */
export function tellLeft(world: World, page: Page, ending: Ending): void {
  const { video } = playerFrame(page);
  const title = (video?.medium as Showing | undefined)?.title;
  if (video === undefined || title === undefined || video.readyState === 0) return;
  const position = video.position;
  world.truth.tell({
    kind: 'left',
    page: numberOf(page),
    title,
    position,
    told: ending !== 'crash',
    elsewhere: ending === 'other-site',
    silenced: ending === 'other-site' && world.traits.engine === 'chromium',
    rate: video.playbackRate,
    wasPlaying: video.isMoving,
    wasPaused: video.paused,
  });
}

/** Ends the page of a tab; with `keeps`, it goes into the back-forward cache. */
export function endPage(world: World, tab: Tab, ending: Ending, keeps = false): void {
  const { page } = tab;
  if (page === undefined) return;
  tellLeft(world, page, ending);
  tab.page = undefined;
  if (ending === 'crash') {
    discard(page);
    return;
  }
  // The page says its end before a player in a frame of its own says it: what that one says then is not heard.
  if (page.frames.length > 1) world.truth.tell({ kind: 'unheard', page: numberOf(page) });
  for (const frame of page.frames) {
    frame.isCutOff = ending === 'other-site';
    frame.isEnding = true;
    frame.window.dispatch('pagehide', { type: 'pagehide', persisted: keeps });
    frame.document.scope['visibilityState'] = 'hidden';
    frame.document.events.dispatch('visibilitychange', { type: 'visibilitychange' });
  }
  if (keeps) {
    setFrozen(page, true);
    tab.cached.push(page);
  } else {
    // What the page has sent is on its way before its process ends.
    const { video } = playerFrame(page);
    video?.remove();
    world.scheduler.after(0, () => discard(page));
  }
}

function discard(page: Page): void {
  for (const frame of page.frames) frame.video?.remove();
  page.isGone = true;
}

/** The browser drops the pages that wait in its back-forward cache: going back loads them anew. */
export function evictCached(tab: Tab): void {
  for (const page of tab.cached) discard(page);
}

/** Shows a page in a tab, in place of the one that it had. */
export function showPage(world: World, tab: Tab, page: Page): void {
  tab.page = page;
  for (const frame of page.frames) frame.tab = tab;
  world.scheduler.after(1, () => tellNavigation(world, tab, page));
}

/** What the browser tells extensions that listen about a navigation. */
function tellNavigation(world: World, tab: Tab, page: Page): void {
  if (tab.page !== page || !world.browserRuns) return;
  const fact = world.tabFact(tab) as { readonly url?: string };
  const change = { status: 'loading', ...(fact.url === undefined ? {} : { url: fact.url }) };
  world.host.emit('tabUpdated', tab.id, change, fact);
  world.host.emit('navigationCommitted', {
    tabId: tab.id,
    frameId: 0,
    url: page.url,
    timeStamp: world.browserTime(),
  });
}

/** Back to the page that waits in the back-forward cache. */
export function restorePage(world: World, tab: Tab): Page | undefined {
  const page = tab.cached.pop();
  if (page === undefined) return undefined;
  tab.page = page;
  setFrozen(page, false);
  for (const frame of page.frames) {
    frame.isCutOff = false;
    frame.isEnding = false;
    frame.document.scope['visibilityState'] = 'visible';
    frame.window.dispatch('pageshow', { type: 'pageshow', persisted: true });
  }
  showPage(world, tab, page);
  return page;
}

export function closeTab(world: World, tab: Tab): void {
  endPage(world, tab, 'close');
  for (const page of tab.cached.splice(0)) discard(page);
  world.tabs.delete(tab.id);
  world.scheduler.after(3, () =>
    world.host.emit('tabRemoved', tab.id, { windowId: 1, isWindowClosing: false }),
  );
}
