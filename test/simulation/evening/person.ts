import type { Page, Tab } from '../browser/tabs';
import { closeTab, endPage, restorePage, showPage, tellLeft } from '../page/navigation';
import {
  addSmallVideo,
  createPage,
  draw,
  hasOwnClock,
  moveAddress,
  nameTitle,
  numberOf,
  openTab,
  playerFrame,
  replaceFrame,
  replaceVideo,
  setFrozen,
  setPrerendering,
  setVisible,
} from '../page/pages';
import type { SiteId } from '../page/sites';
import { isNamedWell, type Showing, type Title } from '../page/titles';
import type { SimulatedVideo } from '../page/video';
import type { World } from '../world';

/** The person at the computer: the tab in front, and where each title was left. */
export interface Viewer {
  readonly world: World;
  tab: Tab | undefined;
  /** Seconds; where a site resumes a title. */
  readonly places: Map<Title, number>;
  /** When a title has last begun in the player in place of another one. */
  turnsEndedAt?: number;
  /** When an advertisement without a mark has last ended. */
  adEndedAt?: number;
  /** When another tab was closed that played the title of the tab in front. */
  otherTabClosedAt?: number;
}

/** Seconds pass; the videos of all tabs tell what they have played. */
export function pass(world: World, seconds: number): void {
  world.scheduler.pass(seconds * 1000);
  settleAll(world);
}

export function settleAll(world: World): void {
  for (const { page } of world.tabs.values()) for (const frame of page?.frames ?? []) frame.video?.settle();
}

export function titleAt({ titles }: World, index: number, site?: SiteId): Title {
  const title = titles[index % titles.length] as Title;
  return site === 'words' && !isNamedWell(title) ? (titles[index % 3] as Title) : title;
}

export function currentVideo({ tab }: Viewer): SimulatedVideo | undefined {
  return tab?.page && playerFrame(tab.page).video;
}

export function currentTitle(viewer: Viewer): Title | undefined {
  return (currentVideo(viewer)?.medium as Showing | undefined)?.title;
}

export function showing(title: Title, variant = 0): Showing {
  return { title, duration: title.duration, source: `blob:${title.key}-${variant}` };
}

/**
 * Opens a page of a site in the tab in front, or in a new one, and plays its title from where it was left.
 */
export function openTitle(viewer: Viewer, site: SiteId, title: Title, isPrivate = false): Page {
  const { world } = viewer;
  const isNew = viewer.tab === undefined || viewer.tab.private !== isPrivate;
  const tab = isNew ? openTab(world, isPrivate) : (viewer.tab as Tab);
  const before = tab.page;
  const page = createPage(world, tab, { site, title });
  if (before !== undefined) leaveFor(viewer, tab, before.site === site ? 'same-site' : 'other-site');
  viewer.tab = tab;
  doubtWhereTwice(world, page, title);
  showPage(world, tab, page);
  startPlayback(viewer, page, title);
  return page;
}

/** The same title plays in another tab: which of the two is recorded is the extension's choice. */
function doubtWhereTwice(world: World, own: Page, title: Title): void {
  for (const { page } of world.tabs.values())
    if (page !== undefined && page !== own && page.text === title)
      world.truth.tell({ kind: 'doubt', title, why: 'two tabs play it' });
}

function leaveFor(viewer: Viewer, tab: Tab, ending: 'same-site' | 'other-site'): void {
  rememberPlace(viewer);
  const { world } = viewer;
  const keeps = world.traits.backForwardCache && world.random.chance(0.7);
  endPage(world, tab, ending, keeps && tab.page?.isError !== true);
}

/** `slowness`: seconds until the page is loaded. */
function startPlayback(viewer: Viewer, page: Page, title: Title, slowness = 0): void {
  const { world } = viewer;
  const { video } = playerFrame(page);
  if (video === undefined) return;
  const place = viewer.places.get(title) ?? 0;
  const from = place > title.duration * 0.95 ? 0 : place;
  video.play();
  world.scheduler.after(slowness * 1000 + world.random.between(50, 1_500), () => {
    if (!page.isGone && video.medium === undefined)
      video.load(showing(title), from, world.random.between(50, 800));
  });
}

/** Sites resume a title where it was left. */
export function rememberPlace(viewer: Viewer): void {
  const video = currentVideo(viewer);
  const title = currentTitle(viewer);
  if (video && title && video.readyState > 0) viewer.places.set(title, video.position);
}

export function reload(viewer: Viewer, ending: 'same-site' | 'crash' = 'same-site', slowness = 0): void {
  const { world, tab } = viewer;
  const page = tab?.page;
  if (tab === undefined || page?.site === undefined) return;
  rememberPlace(viewer);
  const title = page.text;
  const { site } = page;
  endPage(world, tab, ending);
  if (title === undefined) return;
  const next = createPage(world, tab, { site, title, slowness });
  showPage(world, tab, next);
  startPlayback(viewer, next, title, slowness);
}

/**
 * The page is loaded anew and the network fails, or it crashes and is not loaded again. An error is shown by
 * another process in its place.
 */
export function showError(viewer: Viewer, why: 'load' | 'crash'): boolean {
  const { world, tab } = viewer;
  const page = tab?.page;
  if (tab === undefined || page?.site === undefined || page.isError) return false;
  rememberPlace(viewer);
  endPage(world, tab, why === 'crash' ? 'crash' : 'other-site');
  const error = createPage(world, tab, { site: page.site, title: page.text, isError: true });
  // The browser says nothing to extensions of a crash.
  if (why === 'load') showPage(world, tab, error);
  else tab.page = error;
  return true;
}

export function back(viewer: Viewer): void {
  const { world, tab } = viewer;
  const next = tab?.cached.at(-1);
  if (tab === undefined || next === undefined) return;
  leaveForCached(viewer, tab, next);
  if (next.isGone) {
    tab.cached.pop();
    loadAnew(viewer, tab, next);
    return;
  }
  // No browser starts a script in a page that is shown again: that of an older version is deaf.
  if (next.frames.some(({ isOrphaned }) => isOrphaned.value))
    world.truth.tell({ kind: 'doubt', title: undefined, why: 'a page of before an update is shown again' });
  const page = restorePage(world, tab);
  const video = page && playerFrame(page).video;
  video?.play();
}

function leaveForCached(viewer: Viewer, tab: Tab, next: Page): void {
  const { page } = tab;
  if (page === undefined) return;
  rememberPlace(viewer);
  endPage(viewer.world, tab, page.site === next.site ? 'same-site' : 'other-site');
}

function loadAnew(viewer: Viewer, tab: Tab, { site, text }: Page): void {
  const page = createPage(viewer.world, tab, { site, title: text });
  showPage(viewer.world, tab, page);
  if (text !== undefined) startPlayback(viewer, page, text);
}

export function leaveToOtherSite(viewer: Viewer): void {
  const { world, tab } = viewer;
  if (tab?.page === undefined) return;
  leaveFor(viewer, tab, 'other-site');
  showPage(world, tab, createPage(world, tab, { site: undefined, title: undefined }));
}

/** The next title begins in place; the page names it later, or earlier. */
export function nextInPlace(viewer: Viewer, title: Title, lag: number): void {
  const { world, tab } = viewer;
  const page = tab?.page;
  const video = currentVideo(viewer);
  if (page?.site === undefined || video === undefined || currentTitle(viewer) === title) return;
  rememberPlace(viewer);
  doubtWhereTwice(world, page, title);
  const name = () => {
    if (page.isGone) return;
    settleAll(world);
    nameTitle(page, title);
  };
  const change = () => {
    if (page.isGone) return;
    settleAll(world);
    tellLeft(world, page, 'same-site');
    video.load(showing(title, numberOf(page)), 0, world.random.between(50, 500));
    video.play();
  };
  if (lag >= 0) change();
  else name();
  world.scheduler.after(Math.abs(lag) * 1000, lag >= 0 ? name : change);
}

export function showingAd(world: World, seconds: number): Showing {
  return { title: undefined, duration: seconds, source: `blob:ad-${world.nextId++}` };
}

/** An advertisement in the element of the title; afterwards the title goes on. False where nothing was loaded. */
export function playAd(viewer: Viewer, seconds: number, isMarked: boolean): boolean {
  const { world, tab } = viewer;
  const page = tab?.page;
  const video = currentVideo(viewer);
  const title = currentTitle(viewer);
  if (page === undefined || video === undefined || title === undefined || video.readyState === 0)
    return false;
  const position = video.position;
  const { medium, playbackRate } = video;
  const begunAt = world.scheduler.now();
  const mark = (isShown: boolean) => {
    page.adShown = isShown && isMarked;
    draw(page);
  };
  mark(true);
  video.load(showingAd(world, seconds), 0, 100);
  video.play();
  // The site goes on when it has ended.
  pass(world, seconds / playbackRate + 0.5);
  if (page.isGone || video.medium === medium) return true;
  if (!isMarked) world.truth.tell({ kind: 'ad', page: numberOf(page), title, seconds, begunAt });
  mark(false);
  video.load(medium as Showing, position, 200, true);
  video.play();
  pass(world, 1);
  return true;
}

export function prerender(viewer: Viewer, site: SiteId, title: Title): void {
  const { world } = viewer;
  if (world.traits.engine === 'firefox') return void openTitle(viewer, site, title);
  const tab = viewer.tab ?? openTab(world, false);
  const page = createPage(world, tab, { site, title, isPrerendered: true });
  pass(world, 3);
  const before = tab.page;
  if (before !== undefined) leaveFor(viewer, tab, before.site === site ? 'same-site' : 'other-site');
  viewer.tab = tab;
  showPage(world, tab, page);
  setPrerendering(page, false);
  startPlayback(viewer, page, title);
}

export {
  addSmallVideo,
  closeTab,
  hasOwnClock,
  moveAddress,
  numberOf,
  replaceFrame,
  replaceVideo,
  setFrozen,
  setVisible,
};
