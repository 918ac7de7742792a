import { createEvents, createExtensionEvent } from '../kernel/events';
import { createDocument, SimulatedElement, type SimulatedDocument } from './document';
import { matchPatternOf } from './match-pattern';
import { playerHost, sites, type SiteId } from './sites';
import type { Showing, Title } from './titles';
import { SimulatedVideo, type OnPlayed } from './video';
import type { Frame, Page, Tab } from '../browser/tabs';
import type { World } from '../world';

/** A number for each page, so that the oracle can tell them apart. */
const numbers = new WeakMap<Page, number>();

export function numberOf(page: Page): number {
  return numbers.get(page) ?? 0;
}

export function openTab(world: World, isPrivate: boolean): Tab {
  const tab: Tab = { id: world.nextId++, private: isPrivate, visible: true, page: undefined, cached: [] };
  for (const other of world.tabs.values()) setVisible(other, false);
  world.tabs.set(tab.id, tab);
  // Also of the empty page that a new tab has at first.
  world.scheduler.after(0, () =>
    world.host.emit('tabUpdated', tab.id, { status: 'loading' }, { id: tab.id }),
  );
  return tab;
}

interface PageOptions {
  readonly site: SiteId | undefined;
  readonly title: Title | undefined;
  readonly isPrerendered?: boolean;
  /** It could not be loaded, or has crashed. */
  readonly isError?: boolean;
  /** Seconds until it is so far loaded that scripts of extensions start; by default less than one. */
  readonly slowness?: number;
}

/** Creates a page for a tab; it is not shown there yet. */
export function createPage(
  world: World,
  tab: Tab,
  { site, title, isPrerendered = false, isError = false, slowness = 0 }: PageOptions,
): Page {
  const page: Page = {
    url: addressOf(site, title),
    site,
    frames: [],
    text: title,
    adShown: false,
    isPrerendered,
    isFrozen: false,
    isGone: false,
    isError,
    trouble: new Map(),
  };
  numbers.set(page, world.nextId++);
  const top = createFrame(world, page, tab, page.url, isPrerendered ? 8 : 0);
  page.frames.push(top);
  if (isError) return page;
  if (site === 'frame')
    page.frames.push(createFrame(world, page, tab, `https://${playerHost}/embed`, world.nextId++));
  draw(page);
  if (site !== undefined) playerFrame(page).video = addVideo(world, playerFrame(page));
  if (isPrerendered) setPrerendering(page, true);
  for (const frame of page.frames)
    world.scheduler.after(slowness * 1000 + world.random.between(20, 300), () =>
      world.injectRegistered(frame),
    );
  return page;
}

function addressOf(site: SiteId | undefined, title: Title | undefined): string {
  if (site === undefined) return 'https://elsewhere.test/';
  const { host, titleInAddress } = sites[site];
  if (title === undefined) return `https://${host}/`;
  return `https://${host}/${titleInAddress ? `watch/${title.key}` : 'player'}`;
}

function createFrame(world: World, page: Page, tab: Tab, url: string, id: number): Frame {
  const document = createDocument(createEvents());
  if (!tab.visible) Object.assign(document.scope, { visibilityState: 'hidden', hidden: true });
  return {
    id,
    page,
    tab,
    url,
    document,
    window: createEvents(),
    navigation: createEvents(),
    location: { href: url },
    message: createExtensionEvent(),
    isolated: {},
    isOrphaned: { value: !world.browserRuns },
    video: undefined,
    deferred: [],
    timers: new Set(),
    isCutOff: false,
    isEnding: false,
    isGone: false,
    startedAt: world.scheduler.now(),
    arrival: 0,
  };
}

function topFrame(page: Page): Frame {
  return page.frames[0] as Frame;
}

export function playerFrame(page: Page): Frame {
  return page.frames.at(-1) as Frame;
}

function addVideo(world: World, frame: Frame): SimulatedVideo {
  const { document, page } = frame;
  const video = new SimulatedVideo(
    document.scope,
    world.scheduler,
    (type, target) => {
      if (!page.isGone) document.events.dispatch(type, { type, target });
    },
    (...part) => tellPlayed(world, frame, ...part),
    hasOwnClock(page),
  );
  document.elements.push(video);
  return video;
}

/** Another video beside the player, muted and small. The player stays the first of its frame. */
export function addSmallVideo(world: World, page: Page): { video: SimulatedVideo; remove: () => void } {
  const frame = playerFrame(page);
  const video = addVideo(world, frame);
  Object.assign(video, { isSmall: true, muted: true });
  const remove = () => {
    video.remove();
    const index = frame.document.elements.indexOf(video);
    if (index !== -1) frame.document.elements.splice(index, 1);
  };
  return { video, remove };
}

/** Another frame takes the place of the one with the player, which says nothing about it. */
export function replaceFrame(world: World, page: Page): SimulatedVideo {
  const before = playerFrame(page);
  before.video?.remove();
  before.isGone = true;
  const frame = createFrame(world, page, before.tab, before.url, world.nextId++);
  page.frames.splice(-1, 1, frame);
  world.scheduler.after(world.random.between(20, 300), () => world.injectRegistered(frame));
  frame.video = addVideo(world, frame);
  return frame.video;
}

/** Another element takes the place of the player. */
export function replaceVideo(world: World, page: Page): SimulatedVideo {
  const frame = playerFrame(page);
  const { elements } = frame.document;
  const index = elements.findIndex((element) => element.localName === 'video');
  if (index !== -1) elements.splice(index, 1);
  frame.video?.remove();
  frame.video = addVideo(world, frame);
  return frame.video;
}

function tellPlayed(
  world: World,
  { page, tab }: Frame,
  ...[medium, from, to, rate]: Parameters<OnPlayed>
): void {
  const { title } = medium as Showing;
  if (title === undefined) return;
  const { truth, profile, traits } = world;
  truth.tell({
    kind: 'played',
    page: numberOf(page),
    title,
    from,
    to,
    rate,
    account: truth.account,
    allowed: !tab.private && !world.recordingPaused && profile.granted.has(matchPatternOf(page.url)),
    named: page.text === title,
    namedAs: page.text,
    yearStated: page.site !== undefined && sites[page.site].yearStated,
    ownClock: hasOwnClock(page),
    lengthKnown: playerFrame(page).video?.statedDuration === undefined,
    heard: traits.engine === 'chromium' || page.site !== 'frame',
  });
}

/** Writes what the page states into its document. */
export function draw(page: Page): void {
  const { document } = topFrame(page);
  const { elements } = document;
  const videos = elements.filter((element) => element.localName === 'video');
  elements.length = 0;
  if (page.text !== undefined) elements.push(...titleElements(page.text, document));
  elements.push(...videos);
  const player = playerFrame(page).document.elements;
  const shown = player.findIndex((element) => element.attributes['class'] === 'ad-break');
  if (shown !== -1) player.splice(shown, 1);
  if (page.adShown) player.push(new SimulatedElement('div', { class: 'ad-break' }));
  if (hasOwnClock(page)) elements.push(slider(page));
}

export function hasOwnClock(page: Page | undefined): boolean {
  return page?.site !== undefined && (sites[page.site].ownClock ?? false);
}

/** States the position in whole seconds, while the controls show. */
function slider(page: Page): SimulatedElement {
  const video = () => playerFrame(page).video;
  return new SimulatedElement('div', {
    get id() {
      return video()?.showsControls ? 'slider' : '';
    },
    get 'aria-valuenow'() {
      return String(Math.floor(video()?.position ?? 0));
    },
    get 'aria-valuemax'() {
      return String(video()?.medium?.duration ?? 0);
    },
  });
}

function titleElements(title: Title, document: SimulatedDocument): SimulatedElement[] {
  const { type, film, series, season, episode, year, tmdb } = title;
  const attributes: Record<string, string> = { id: 'title', 'data-type': type, 'data-tmdb': String(tmdb) };
  if (type === 'movie') attributes['data-year'] = String(year);
  if (season !== undefined) attributes['data-season'] = String(season);
  if (episode !== undefined) attributes['data-episode'] = String(episode);
  const text = (id: string, content: string | undefined) =>
    content === undefined ? [] : [new SimulatedElement('p', { id }, content, document.scope)];
  return [
    new SimulatedElement('div', attributes, '', document.scope),
    ...text('film', film),
    ...text('series', series),
  ];
}

/** The page changes its address, and nothing else: it states where the title is. */
export function moveAddress(page: Page, seconds: number): void {
  const top = topFrame(page);
  page.url = `${addressOf(page.site, page.text)}?t=${seconds}`;
  top.url = page.url;
  top.location.href = page.url;
  top.navigation.dispatch('navigatesuccess', { type: 'navigatesuccess' });
}

/** The page names another title; where the address names it, that changes at the same time. */
export function nameTitle(page: Page, title: Title): void {
  page.text = title;
  draw(page);
  if (page.site === undefined || !sites[page.site].titleInAddress) return;
  const top = topFrame(page);
  page.url = addressOf(page.site, title);
  top.url = page.url;
  top.location.href = page.url;
  if (!page.isGone) top.navigation.dispatch('navigatesuccess', { type: 'navigatesuccess' });
}

export function setVisible(tab: Tab, visible: boolean): void {
  if (tab.visible === visible) return;
  tab.visible = visible;
  for (const frame of tab.page?.frames ?? []) {
    Object.assign(frame.document.scope, {
      visibilityState: visible ? 'visible' : 'hidden',
      hidden: !visible,
    });
    frame.document.events.dispatch('visibilitychange', { type: 'visibilitychange' });
  }
}

export function setPrerendering(page: Page, isPrerendered: boolean): void {
  page.isPrerendered = isPrerendered;
  for (const frame of page.frames) {
    frame.document.scope['prerendering'] = isPrerendered;
    if (isPrerendered) continue;
    if (frame === topFrame(page)) frame.id = 0;
    frame.document.events.dispatch('prerenderingchange', { type: 'prerenderingchange' });
  }
}

export function setFrozen(page: Page, isFrozen: boolean): void {
  page.isFrozen = isFrozen;
  for (const frame of page.frames) {
    frame.video?.hold(isFrozen);
    if (!isFrozen) for (const run of frame.deferred.splice(0)) run();
  }
}
