import { LONGEST_AD_SECONDS, LOOK_MILLISECONDS, SHORTEST_SECONDS } from '../oracle/exceptions';
import type { Title } from '../page/titles';
import type { SimulatedVideo } from '../page/video';
import type { Person } from '../tracker/tracker';
import { siteDetail } from '../coverage-names';
import type { World } from '../world';
import {
  closeBrowser,
  cutPower,
  discardTab,
  refuseToken,
  setAccess,
  setRecording,
  signIn,
  signOut,
  sleep,
  startBrowser,
  updateExtension,
} from './incidents';
import * as person from './person';
import { pass, type Viewer } from './person';
import { pageActions } from './page-actions';
import type { Step, StepKind, StepOf } from './step';
import { VAIN } from './vain';

type Actions = { readonly [Kind in StepKind]: (viewer: Viewer, step: StepOf<Kind>) => unknown };

/** Carries out one step of an evening, and notes whether it took effect. */
export function act(viewer: Viewer, step: Step): void {
  const { world } = viewer;
  const action = actions[step.kind] as (viewer: Viewer, step: Step) => unknown;
  const isVain = action(viewer, step) === VAIN;
  person.settleAll(world);
  if (isVain) return;
  if (!LATER.includes(step.kind)) world.met.add(step.kind);
  if ('site' in step) world.met.add(siteDetail(step.site));
}

/** These take effect when the worker does something next: the world notes it. */
const LATER: readonly StepKind[] = ['kill-worker-at', 'storage-fails', 'disk-full', 'tracker'];

const actions: Actions = {
  ...pageActions,
  open(viewer, { site, title }) {
    person.openTitle(viewer, site, person.titleAt(viewer.world, title, site));
    pass(viewer.world, 3);
  },
  private(viewer, { site, title }) {
    person.openTitle(viewer, site, person.titleAt(viewer.world, title, site), true);
    pass(viewer.world, 3);
  },
  prerender(viewer, { site, title }) {
    person.prerender(viewer, site, person.titleAt(viewer.world, title, site));
    pass(viewer.world, 3);
    // Firefox prerenders nothing.
    return viewer.world.traits.engine === 'firefox' ? VAIN : undefined;
  },
  play(viewer, { seconds }) {
    resume(viewer);
    pass(viewer.world, seconds);
  },
  finish(viewer) {
    resume(viewer);
    const video = person.currentVideo(viewer);
    const title = person.currentTitle(viewer);
    if (video === undefined || title === undefined) return VAIN;
    // What is far from its end is shortened by a seek to its last third, so that evenings stay short.
    if (video.position < title.duration * 0.3 && title.duration > 300) {
      pass(viewer.world, 80);
      person.settleAll(viewer.world);
      video.seek(title.duration * 0.72, 300);
      pass(viewer.world, 1);
    }
    const left = (title.duration - video.position) / video.playbackRate;
    pass(viewer.world, Math.min(left, 1_500) + 3);
  },
  pause(viewer) {
    const video = person.currentVideo(viewer);
    const isPaused = video?.paused !== false;
    video?.pause();
    pass(viewer.world, 2);
    return isPaused ? VAIN : undefined;
  },
  wait(viewer, { seconds }) {
    person.currentVideo(viewer)?.pause();
    pass(viewer.world, seconds);
  },
  seek(viewer, { to }) {
    const video = person.currentVideo(viewer);
    const title = person.currentTitle(viewer);
    const hasMedium = hasLoaded(video);
    if (video && title) video.seek(title.duration * to, viewer.world.random.between(50, 2_000));
    pass(viewer.world, 3);
    return hasMedium ? undefined : VAIN;
  },
  'pause-and-seek'(viewer, { to }) {
    const video = person.currentVideo(viewer);
    const title = person.currentTitle(viewer);
    const hasMedium = hasLoaded(video);
    if (video && title) {
      video.pause();
      video.seek(title.duration * to, viewer.world.random.between(50, 400));
      video.play();
    }
    pass(viewer.world, 3);
    return hasMedium ? undefined : VAIN;
  },
  rate(viewer, { rate }) {
    const video = person.currentVideo(viewer);
    const isOther = video !== undefined && video.playbackRate !== rate;
    video?.setRate(rate);
    pass(viewer.world, 1);
    return isOther ? undefined : VAIN;
  },
  stall(viewer, { seconds }) {
    const video = person.currentVideo(viewer);
    const hasMedium = hasLoaded(video);
    video?.stall(true);
    pass(viewer.world, seconds);
    video?.stall(false);
    return hasMedium ? undefined : VAIN;
  },
  next(viewer, { title, lag }) {
    const next = person.titleAt(viewer.world, title, viewer.tab?.page?.site);
    if (isAlike(viewer, next)) return VAIN;
    if (lag < 0) doubtAfterTurns(viewer, next);
    if (lag < 0) noteEarlyName(viewer);
    if (lag > 0) noteAfterPreview(viewer, next);
    const isOther = hasLoaded(person.currentVideo(viewer)) && person.currentTitle(viewer) !== next;
    person.nextInPlace(viewer, next, lag);
    pass(viewer.world, Math.abs(lag) + 2);
    viewer.turnsEndedAt = viewer.world.scheduler.now();
    return isOther ? undefined : VAIN;
  },
  'marked-ad': (viewer, { seconds }) => (person.playAd(viewer, seconds, true) ? undefined : VAIN),
  ad(viewer, { seconds }) {
    const title = person.currentTitle(viewer);
    if (title === undefined) return VAIN;
    viewer.world.truth.tell({ kind: 'doubt', title, why: 'unmarked ad' });
    // Where no source is stated, nothing tells an advertisement of a title's length from the title.
    const longest = person.hasOwnClock(viewer.tab?.page) ? title.duration / 3 : Infinity;
    const isShown = person.playAd(viewer, Math.min(seconds, longest), false);
    viewer.adEndedAt = viewer.world.scheduler.now();
    return isShown ? undefined : VAIN;
  },
  flap(viewer, { title, seconds }) {
    const first = person.currentTitle(viewer);
    const second = person.titleAt(viewer.world, title, viewer.tab?.page?.site);
    if (first === undefined || first === second || isAlike(viewer, second)) return VAIN;
    for (const one of [first, second])
      viewer.world.truth.tell({ kind: 'doubt', title: one, why: 'titles take turns' });
    for (let turn = 0; turn < 6; turn++) {
      person.nextInPlace(viewer, turn % 2 === 0 ? second : first, 0);
      pass(viewer.world, seconds);
    }
    viewer.turnsEndedAt = viewer.world.scheduler.now();
  },
  growing(viewer) {
    const video = person.currentVideo(viewer);
    const title = person.currentTitle(viewer);
    // A stream that is still being announced: only at its beginning, as sites do it. A clock of the page's own
    // states the whole duration.
    if (!video || !title || video.readyState === 0 || video.position > title.duration * 0.3) return VAIN;
    if (person.hasOwnClock(viewer.tab?.page)) return VAIN;
    viewer.world.truth.tell({ kind: 'doubt', title, why: 'its duration grows' });
    doubtBefore(viewer, title);
    for (const share of [0.6, 0.8, 1]) {
      video.setDuration(Math.max(title.duration * share, video.position + 1));
      pass(viewer.world, 8);
    }
  },
  'new-element'(viewer) {
    const page = viewer.tab?.page;
    const video = person.currentVideo(viewer);
    if (!page || !video?.medium || video.readyState === 0) return VAIN;
    const { medium, position } = video;
    const replace = page.site === 'frame' ? person.replaceFrame : person.replaceVideo;
    const next = replace(viewer.world, page);
    next.load(medium, position, 200);
    next.play();
    pass(viewer.world, 2);
  },
  'new-source'(viewer) {
    const video = person.currentVideo(viewer);
    const title = person.currentTitle(viewer);
    if (!video || !title || video.readyState === 0) return VAIN;
    video.load(person.showing(title, viewer.world.nextId++), video.position, 300, true);
    pass(viewer.world, 2);
  },
  reload(viewer) {
    const hasPage = viewer.tab?.page?.site !== undefined;
    person.reload(viewer);
    pass(viewer.world, 3);
    return hasPage ? undefined : VAIN;
  },
  back(viewer) {
    const isKept = (viewer.tab?.cached.length ?? 0) > 0;
    person.back(viewer);
    pass(viewer.world, 2);
    return isKept ? undefined : VAIN;
  },
  close(viewer) {
    person.rememberPlace(viewer);
    const hasTab = viewer.tab !== undefined;
    if (viewer.tab) person.closeTab(viewer.world, viewer.tab);
    viewer.tab = undefined;
    pass(viewer.world, 2);
    return hasTab ? undefined : VAIN;
  },
  crash(viewer) {
    const page = viewer.tab?.page;
    if (!page) return VAIN;
    viewer.world.truth.tell({ kind: 'break', why: 'crash', page: person.numberOf(page) });
    person.reload(viewer, 'crash');
    pass(viewer.world, 3);
  },
  discard: (viewer) => (discardTab(viewer) ? undefined : VAIN),
  freeze(viewer, { seconds }) {
    const page = viewer.tab?.page;
    if (!page) return VAIN;
    person.settleAll(viewer.world);
    person.setFrozen(page, true);
    pass(viewer.world, seconds);
    person.settleAll(viewer.world);
    person.setFrozen(page, false);
    viewer.world.truth.tell({ kind: 'jump', seconds, seen: true });
    pass(viewer.world, 1);
  },
  sleep: (viewer, { seconds }) => sleep(viewer.world, seconds),
  hide(viewer) {
    const { tab } = viewer;
    if (!tab) return VAIN;
    person.setVisible(tab, false);
    pass(viewer.world, 20);
    person.setVisible(tab, true);
  },
  'second-tab'(viewer) {
    const { world, tab } = viewer;
    const title = person.currentTitle(viewer);
    const site = tab?.page?.site;
    if (!tab || !title || !site || tab.private) return VAIN;
    world.truth.tell({ kind: 'doubt', title, why: 'two tabs play it' });
    person.rememberPlace(viewer);
    viewer.tab = undefined;
    person.openTitle(viewer, site, title);
    pass(world, 20);
    if (viewer.tab) person.closeTab(world, viewer.tab);
    viewer.tab = tab;
    viewer.otherTabClosedAt = world.scheduler.now();
    person.setVisible(tab, true);
  },
  'same-site'(viewer, { title }) {
    const site = viewer.tab?.page?.site;
    if (site === undefined) return VAIN;
    person.openTitle(viewer, site, person.titleAt(viewer.world, title, site), viewer.tab?.private);
    pass(viewer.world, 3);
  },
  'other-site'(viewer, { seconds }) {
    const hasPage = viewer.tab?.page !== undefined;
    person.leaveToOtherSite(viewer);
    pass(viewer.world, seconds);
    return hasPage ? undefined : VAIN;
  },
  'kill-worker'({ world }) {
    const isRunning = world.host.isRunning();
    world.truth.mayForgetToWait();
    world.host.kill();
    return isRunning ? undefined : VAIN;
  },
  'kill-worker-at'({ world }, { step }) {
    world.truth.tell({ kind: 'break', why: 'the worker ends in the middle of a step', repeats: true });
    world.host.killAt(step);
  },
  'kill-browser'(viewer, { seconds }) {
    closeBrowser(viewer, 'the browser is killed');
    startBrowser(viewer, seconds);
  },
  'power-cut'(viewer, { seconds }) {
    cutPower(viewer);
    startBrowser(viewer, seconds);
  },
  update: (viewer) => updateExtension(viewer),
  'storage-fails'({ world }, { writes }) {
    world.truth.tell({ kind: 'break', why: 'storage fails' });
    world.profile.failingWrites = writes;
  },
  'disk-full'({ world }, { writes }) {
    world.truth.tell({ kind: 'break', why: 'the disk is full' });
    world.profile.disk.failingCommits = writes;
  },
  clock: ({ world }, { seconds }) => skew(world, seconds, seconds),
  'page-clock': ({ world }, { seconds }) => skew(world, seconds, 0),
  'worker-clock': ({ world }, { seconds }) => skew(world, 0, seconds),
  'no-access'(viewer, { seconds }) {
    setAccess(viewer.world, false);
    pass(viewer.world, seconds);
    setAccess(viewer.world, true);
    pass(viewer.world, 2);
  },
  'recording-paused'(viewer, { seconds }) {
    setRecording(viewer.world, false);
    pass(viewer.world, seconds);
    setRecording(viewer.world, true);
    pass(viewer.world, 2);
  },
  'sign-out'({ world }) {
    const isIn = world.truth.account !== undefined;
    signOut(world);
    return isIn ? undefined : VAIN;
  },
  'token-refused'({ world }) {
    const isIn = world.truth.account !== undefined;
    refuseToken(world);
    return isIn ? undefined : VAIN;
  },
  'sign-in': ({ world }) => signIn(world, world.approver),
  'sign-in-other'({ world }) {
    const other: Person = world.approver === 'ann' ? 'ben' : 'ann';
    signIn(world, other);
  },
  tracker: ({ world }, { answers }) => void world.odd.push(...answers),
  'site-hangs': (viewer) => troubleEndpoint(viewer, 'hangs'),
  'site-fails': (viewer) => troubleEndpoint(viewer, 'fails'),
};

function hasLoaded(video: SimulatedVideo | undefined): boolean {
  return video !== undefined && video.readyState > 0;
}

function resume(viewer: Viewer): void {
  const { world, tab } = viewer;
  if (tab?.page?.isError === true) {
    person.reload(viewer);
    pass(world, 3);
  } else if (tab?.page?.site === undefined) {
    person.openTitle(viewer, 'ids', person.titleAt(world, world.random.whole(0, 7)));
    pass(world, 3);
  }
  person.currentVideo(viewer)?.play();
}

/**
 * A length that the player corrects within a look after the title before seems to be another medium: whose
 * the first of the two was is open, as after an advertisement.
 */
function doubtBefore({ world, tab }: Viewer, title: Title): void {
  const page = tab?.page && person.numberOf(tab.page);
  const isLook = (at: number) => world.scheduler.now() - at < LOOK_MILLISECONDS;
  const left = world.truth.facts.findLast((fact) => fact.kind === 'left' && fact.page === page);
  if (left?.kind === 'left' && left.title !== title && isLook(left.at))
    world.truth.tell({ kind: 'doubt', title: left.title, why: 'the length of the next one grows' });
}

/** Milliseconds for which a medium that has just begun may be of the title that the page names next. */
const TURN_MILLISECONDS = 20_000;
/** Milliseconds until a tab is heard that has waited for another one, which recorded its title. */
const HEARD_MILLISECONDS = 2_000;

/**
 * A title has begun in place of another one, and the page names a third one while the medium of the second
 * has just begun: it may be the medium of the third, named late. What follows is then an advertisement in it,
 * as far as it is as short as one. The same holds where another tab has recorded the title until now, and this
 * one was not heard yet: the session has gone with that tab, and all that is known of this medium is the name of
 * the next title.
 */
function doubtAfterTurns(viewer: Viewer, next: Title): void {
  const { world, turnsEndedAt = -Infinity, otherTabClosedAt = -Infinity } = viewer;
  const playing = person.currentTitle(viewer)?.duration ?? 0;
  const mayBeAd = next.duration < playing / 2 || playing <= LONGEST_AD_SECONDS;
  const isShort = next.duration <= LONGEST_AD_SECONDS;
  const now = world.scheduler.now();
  const isNew = now - turnsEndedAt < TURN_MILLISECONDS || now - otherTabClosedAt < HEARD_MILLISECONDS;
  if (isShort && mayBeAd && isNew)
    world.truth.tell({ kind: 'doubt', title: next, why: 'named early, over a medium that may be its own' });
}

/** Where no source is stated, nothing tells the medium of a title from one of about the same length. */
function isAlike(viewer: Viewer, next: Title): boolean {
  const { duration = 0 } = person.currentTitle(viewer) ?? {};
  return person.hasOwnClock(viewer.tab?.page) && Math.abs(duration - next.duration) < 15;
}

/**
 * The next title is named early while the medium of this one has just begun again after an advertisement: that
 * medium may be the next title's own, and the advertisement this one's.
 */
function noteEarlyName(viewer: Viewer): void {
  const { world, tab, adEndedAt = -Infinity } = viewer;
  const title = person.currentTitle(viewer);
  if (!tab?.page || !title || world.scheduler.now() - adEndedAt >= TURN_MILLISECONDS) return;
  world.truth.tell({ kind: 'ad', page: person.numberOf(tab.page), title, seconds: title.duration });
}

/**
 * What follows a title of less than a minute under its name, and is named later, seems to be that title: before
 * it, the page has shown nothing of it but a preview.
 */
function noteAfterPreview({ world, tab }: Viewer, next: Title): void {
  const page = tab?.page;
  const title = page?.text;
  if (page === undefined || title === undefined || title.duration >= SHORTEST_SECONDS) return;
  world.truth.tell({ kind: 'ad', page: person.numberOf(page), title, seconds: next.duration });
  world.truth.tell({ kind: 'doubt', title: next, why: 'it began under the name of a preview' });
}

function skew(world: World, page: number, browser: number): void {
  // The wish of a tracker to wait is kept by a clock that was right when it came.
  world.truth.mayForgetToWait();
  world.truth.tell({ kind: 'jump', seconds: browser, seen: page === browser });
  world.pageSkew += page * 1000;
  world.browserSkew += browser * 1000;
  world.rearm();
}

/** The site does not answer about the next title; about those after it, it does. */
function troubleEndpoint(viewer: Viewer, trouble: 'hangs' | 'fails'): unknown {
  const { world } = viewer;
  if (viewer.tab?.page?.site !== 'endpoint') person.openTitle(viewer, 'endpoint', person.titleAt(world, 0));
  pass(world, 3);
  const page = viewer.tab?.page;
  const title = person.titleAt(world, world.random.whole(3, 7));
  if (page === undefined || title === page.text) return VAIN;
  page.trouble.set(title.key, trouble);
  world.truth.tell({ kind: 'doubt', title, why: 'the site does not name it' });
  person.nextInPlace(viewer, title, 0);
  pass(world, 20);
  return undefined;
}
