import type { Tab } from '../browser/tabs';
import type { Title } from '../page/titles';
import type { SimulatedVideo } from '../page/video';
import type { Person } from '../tracker/tracker';
import { siteDetail } from '../coverage-names';
import type { World } from '../world';
import { doubtAfterTurns, doubtBefore, isAlike, noteAfterPreview, noteEarlyName } from './ambiguities';
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
    // What is far from its end is shortened by a seek to its last part, so that evenings stay short.
    if (video.position < title.duration * 0.3 && title.duration > 300) {
      pass(viewer.world, 80);
      person.settleAll(viewer.world);
      video.seek(title.duration * (title.duration > 1_200 ? 0.88 : 0.72), 300);
      pass(viewer.world, 1);
    }
    const left = (title.duration - video.position) / video.playbackRate;
    pass(viewer.world, Math.min(left, 3_000) + 3);
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
    if (lag < 0) noteEarlyName(viewer, next);
    if (lag > 0) noteAfterPreview(viewer, next);
    const isOther = hasLoaded(person.currentVideo(viewer)) && person.currentTitle(viewer) !== next;
    person.nextInPlace(viewer, next, lag);
    pass(viewer.world, Math.abs(lag) + 2);
    viewer.turnsEndedAt = viewer.world.scheduler.now();
    return isOther ? undefined : VAIN;
  },
  'marked-ad': (viewer, { seconds }) => (person.playAd(viewer, seconds, true) ? undefined : VAIN),
  ad(viewer, { seconds, isLeft = false }) {
    const title = person.currentTitle(viewer);
    if (title === undefined) return VAIN;
    viewer.world.truth.tell({ kind: 'doubt', title, why: 'unmarked ad' });
    // Where no source is stated, nothing tells an advertisement of a title's length from the title.
    const longest = person.hasOwnClock(viewer.tab?.page) ? title.duration / 3 : Infinity;
    // Where no source is stated, a short one counts too.
    if (isLeft && person.hasOwnClock(viewer.tab?.page)) return VAIN;
    if (isLeft) return leavePreRoll(viewer, title, Math.min(seconds, longest));
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
    const { tab, world } = viewer;
    if (person.hasOwnClock(tab?.page)) world.truth.tell({ kind: 'doubt', title, why: 'its clock is hidden' });
    video.load(person.showing(title, world.nextId++), video.position, 300, true);
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
    const { tab } = viewer;
    if (tab) leaveTab(viewer, tab);
    pass(viewer.world, 2);
    return tab ? undefined : VAIN;
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

/** The page is loaded anew and begins with an advertisement, in whose last seconds its tab is closed. */
function leavePreRoll(viewer: Viewer, title: Title, seconds: number): unknown {
  const { world } = viewer;
  person.reload(viewer);
  const { tab } = viewer;
  const video = person.currentVideo(viewer);
  if (tab?.page === undefined || video === undefined) return VAIN;
  const begunAt = world.scheduler.now();
  video.load(person.showingAd(world, seconds), 0, 100);
  video.play();
  pass(world, seconds * 0.97);
  if (tab.page === undefined) return VAIN;
  world.truth.tell({ kind: 'ad', page: person.numberOf(tab.page), title, seconds, begunAt });
  leaveTab(viewer, tab);
  return undefined;
}

function leaveTab(viewer: Viewer, tab: Tab): void {
  person.rememberPlace(viewer);
  person.closeTab(viewer.world, tab);
  viewer.tab = undefined;
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
