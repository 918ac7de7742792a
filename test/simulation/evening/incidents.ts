import { extensionRoot } from '../browser/extension-api';
import { endPage, evictCached } from '../page/navigation';
import { numberOf, setVisible } from '../page/pages';
import type { Person } from '../tracker/tracker';
import type { World } from '../world';
import { currentTitle, currentVideo, openTitle, pass, rememberPlace, settleAll, type Viewer } from './person';

/** A page of the extension, such as the options. */
const ownPage = { url: `${extensionRoot}src/options/index.html` };

export function askFromPage(world: World, name: string, input: object): void {
  void world.host.ask({ name, input }, ownPage);
}

/** The computer sleeps: clocks go on, nothing else does. */
export function sleep(world: World, seconds: number): void {
  settleAll(world);
  // Time passes for the tracker too, while the oracle's clock stands still.
  world.truth.mayForgetToWait();
  world.truth.tell({ kind: 'jump', seconds, seen: true });
  world.slept += seconds * 1000;
  world.rearm();
  pass(world, 2);
}

/**
 * Chromium takes the memory of a tab that is not in front, and loads it again when it is looked at. Browsers
 * do so only where nothing plays. True where there was something to take.
 */
export function discardTab(viewer: Viewer): boolean {
  const { world, tab } = viewer;
  const page = tab?.page;
  if (page?.site === undefined || tab === undefined || page.text === undefined) return false;
  const title = currentTitle(viewer) ?? page.text;
  currentVideo(viewer)?.pause();
  setVisible(tab, false);
  pass(world, 60);
  rememberPlace(viewer);
  const { site } = page;
  world.truth.tell({ kind: 'break', why: 'discard', page: numberOf(page) });
  endPage(world, tab, 'crash');
  pass(world, 30);
  const isPrivate = tab.private;
  // The tab has another id afterwards.
  world.tabs.delete(tab.id);
  if (world.browserRuns) world.host.emit('tabRemoved', tab.id, { windowId: 1, isWindowClosing: false });
  viewer.tab = undefined;
  openTitle(viewer, site, title, isPrivate);
  pass(world, 2);
  return true;
}

export function closeBrowser(viewer: Viewer, why: string): void {
  const { world } = viewer;
  settleAll(world);
  rememberPlace(viewer);
  world.truth.tell({ kind: 'break', why, forgets: true });
  world.browserRuns = false;
  world.host.kill();
  for (const tab of world.tabs.values()) endPage(world, tab, 'crash');
  world.tabs.clear();
  world.profile.session.clear();
  viewer.tab = undefined;
}

/** What was not flushed in the last half minute is lost with the power. */
const FLUSH_MILLISECONDS = 30_000;

export function cutPower(viewer: Viewer): void {
  const { world } = viewer;
  closeBrowser(viewer, 'power cut');
  const { volatile } = world.profile.disk;
  const since = world.scheduler.now() - FLUSH_MILLISECONDS;
  // A sign-in of the last seconds may be lost with the power as well.
  if (world.truth.accountChanges.some(({ at }) => at >= since - 5_000))
    world.truth.tell({ kind: 'doubt', title: undefined, why: 'the sign-in may be lost' });
  for (const { at, undo } of volatile.splice(0).toReversed()) if (at >= since) undo();
}

export function startBrowser({ world }: Viewer, seconds: number): void {
  pass(world, seconds);
  world.browserRuns = true;
  if (!world.traits.keepsAlarms) world.profile.alarms.clear();
  world.host.emit('startup');
  world.rearm();
  pass(world, 2);
}

/**
 * A new version replaces the extension while pages play on. Chromium then empties its back-forward cache
 * (`TabHelper::OnExtensionUnloaded`); in Firefox pages wait on with a script of the old version.
 */
export function updateExtension({ world }: Viewer): void {
  settleAll(world);
  world.truth.tell({ kind: 'break', why: 'update', forgets: true });
  world.host.kill();
  world.profile.session.clear();
  world.profile.alarms.clear();
  world.profile.scripts = undefined;
  world.profile.listeners.clear();
  for (const tab of world.tabs.values()) {
    if (world.traits.engine === 'chromium') evictCached(tab);
    for (const page of [tab.page, ...tab.cached])
      for (const frame of page?.frames ?? []) {
        frame.isOrphaned.value = true;
        frame.message = frame.message.size() > 0 ? world.newMessageEvent() : frame.message;
      }
  }
  world.scheduler.after(300, () => world.host.emit('installed', { reason: 'update' }));
  pass(world, 3);
}

export function setAccess(world: World, isGranted: boolean): void {
  settleAll(world);
  for (const origin of world.allHosts) {
    if (isGranted) world.profile.granted.add(origin);
    else world.profile.granted.delete(origin);
  }
  world.truth.tell({ kind: 'break', why: 'access changes' });
  if (isGranted) world.truth.tell({ kind: 'recording-on' });
  world.host.emit(isGranted ? 'accessAdded' : 'accessRemoved', { origins: world.allHosts, permissions: [] });
  pass(world, 1);
}

export function setRecording(world: World, isOn: boolean): void {
  settleAll(world);
  const before = world.recordingPaused;
  world.recordingPaused = !isOn;
  void askForRecording(world, isOn, before);
  pass(world, 1);
}

/**
 * What cannot be stored is an error that the person sees: it stays as it was. Where the worker ends before it
 * answers, it may be so or not.
 */
async function askForRecording(world: World, isOn: boolean, before: boolean): Promise<void> {
  const input = { pausedUntil: isOn ? 0 : -1 };
  const answer = await world.host.ask({ name: 'settings.set', input }, ownPage);
  if ('error' in Object(answer)) {
    world.recordingPaused = before;
    // Also where it goes on without having been paused.
    world.truth.tell({ kind: 'break', why: 'scripts start anew' });
  } else if (isOn && !before) world.truth.tell({ kind: 'break', why: 'scripts start anew' });
  if (isOn) world.truth.tell({ kind: 'recording-on' });
  if (answer !== undefined) return;
  world.recordingPaused = false;
  world.truth.tell({ kind: 'doubt', title: undefined, why: 'whether recording is paused is not known' });
}

/** The person says that what waits for another sign-in is theirs. */
export function adoptQueue(world: World): void {
  askFromPage(world, 'account.adopt-queue', { send: true });
}

export function signOut(world: World): void {
  settleAll(world);
  askFromPage(world, 'account.sign-out', {});
  world.truth.signedOut();
  pass(world, 1);
}

export function refuseToken(world: World): void {
  settleAll(world);
  if (world.truth.account) world.services.of(world.truth.account).revokeTokens();
}

export function signIn(world: World, person: Person): void {
  settleAll(world);
  world.approver = person;
  const before = world.truth.accountChanges.length;
  askFromPage(world, 'account.sign-in', {});
  for (let poll = 0; poll < 6; poll++) {
    pass(world, 5.5);
    if (world.truth.account === person && world.truth.accountChanges.length > before) break;
    askFromPage(world, 'account.poll', {});
    pass(world, 1);
    if (world.truth.tokensAt.length > 0 && world.truth.account === person) break;
  }
}
