import { pollSeconds } from '../../core/session/thresholds';
import { sendQuietly } from '../../platform/messaging/send-quietly';
import { onTabMessage } from '../../platform/messaging/tab-messages';
import type { Definition } from '../../protocol/definition/definition';
import type { PageSnapshot } from '../reader/snapshot';
import { createSnapshotReader } from './page-snapshot';
import { hasOtherMedium, isPlaying, listenToPlayers } from './player';
import { onTrial } from './reading-aid';
import type { ReportCause } from './report-policy';
import { createReporter } from './reporter';

export type MonitorOptions = Readonly<{
  definition: Definition;
  /** The previous version of the definition, while this one is on trial. */
  former?: Definition | undefined;
  /** Distinguishes this run from others in the same frame. */
  run: string;
  /** Whether this is the top frame of the tab. */
  top: boolean;
  signal: AbortSignal;
  /** Ends the whole script: the extension was updated, or another script has replaced this one. */
  end: () => unknown;
}>;

interface LocatedSnapshot extends PageSnapshot {
  readonly address: string;
}

/** Reads the page on every event of its player, and every few seconds while it plays. Reports what is new. */
export function monitorPage({ definition, former, run, top, signal, end }: MonitorOptions): void {
  const readNew = createSnapshotReader(definition, top);
  const takeSnapshot = former ? onTrial(readNew, createSnapshotReader(former, top)) : readNew;
  let address = '';
  let uncovered = '';
  let last: LocatedSnapshot | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = coalesce(prepare, handle, (cause: ReportCause) => cause === 'tick', signal);
  const { player, attach } = listenToPlayers(update, signal);
  const reporter = createReporter(run, player, end);

  async function prepare(cause: ReportCause): Promise<PageSnapshot | undefined> {
    clearTimeout(timer);
    address = location.href;
    const occasion = { isEvent: cause !== 'tick', isDue: reporter.isDue() };
    const next = await takeSnapshot(address, last, occasion).catch((error: unknown) => {
      // Nothing is being handled, so no result would schedule the next look.
      timer = setTimeout(update, pollSeconds * 1000, 'tick');
      throw error;
    });
    const isOther = hasOtherMedium(player, next?.video);
    if (last && !signal.aborted && isReplaced(last, next, isOther, address !== last.address))
      await reporter.close(last, last.address);
    return next;
  }

  async function handle(cause: ReportCause, snapshot: PageSnapshot | undefined): Promise<void> {
    const before = last;
    last = snapshot && { ...snapshot, address };
    attach(snapshot?.video);
    // If the address was left meanwhile, nothing is reported; without a page the session is lost anyway.
    if (!snapshot || address === location.href) await reporter.report(cause, snapshot, address, before);
    const isSettled = !!snapshot?.reading && !snapshot.gate && snapshot.reading === before?.reading;
    schedule(isSettled, !snapshot && !('navigation' in window));
    if (!snapshot && top && cause === 'play' && address !== uncovered && isLongPlaying()) {
      uncovered = address;
      void sendQuietly('uncovered', { url: address.slice(0, 4_000) });
    }
  }

  function schedule(isSettled: boolean, pollsAddress: boolean): void {
    clearTimeout(timer);
    if (signal.aborted) return;
    const seconds = reporter.delay({ isPlaying: isPlaying(player), isSettled, pollsAddress });
    if (seconds < Infinity) timer = setTimeout(update, seconds * 1000, 'tick');
  }

  // If the address has changed since the last look, it is unknown which title the medium belongs to.
  const leave = () => last && reporter.leave(address === location.href ? last : {}, address);
  addEventListener('pagehide', leave, { capture: true, signal });
  document.addEventListener('visibilitychange', () => player.video && update('item'), { signal });
  listenToChanges(() => update('item'), signal);
  listenToPointer(() => last?.reading?.degraded && update('tick'), signal);
  signal.addEventListener('abort', () => clearTimeout(timer));
  update('start');
}

/** Whether something long enough for a film or an episode plays: no preview, trailer or live channel. */
function isLongPlaying(): boolean {
  return Array.from(document.querySelectorAll('video')).some(
    ({ paused, muted, duration }) => !paused && !muted && duration >= 600 && duration < 36_000,
  );
}

/** Calls back after an in-page navigation, if the browser reports it, and when the worker asks. */
function listenToChanges(onChange: () => void, signal: AbortSignal): void {
  const { navigation } = window as { navigation?: EventTarget };
  navigation?.addEventListener('navigatesuccess', onChange, { signal });
  onTabMessage((message) => message === 'report' && onChange(), signal);
}

/**
 * Calls back while the pointer moves: a player's labels are in the page only then, and for some seconds
 * after.
 */
function listenToPointer(onMove: () => unknown, signal: AbortSignal): void {
  /** Milliseconds between two calls. */
  const interval = 400;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      onMove();
    }, interval);
  };
  addEventListener('pointermove', soon, { capture: true, passive: true, signal });
}

/**
 * Whether something else plays than at the last snapshot: another medium, whatever name the page gives it,
 * because its text may come earlier or later; an advertisement; or another title at another address. If
 * neither address nor medium has changed, another name is a correction of the same title.
 */
function isReplaced(
  { reading, playback, gate }: PageSnapshot,
  next: PageSnapshot | undefined,
  isOtherMedium: boolean,
  hasMoved: boolean,
): boolean {
  if (isOtherMedium && isOfOther(playback, next?.playback)) return true;
  if (next && next.gate !== gate) return true;
  return (!next || isOtherMedium || hasMoved) && next?.reading?.identity !== reading?.identity;
}

/**
 * Whether another medium belongs to another title. A player with its own clock states no source and changes
 * the medium within a title; the duration then stays the same.
 */
function isOfOther(last: PageSnapshot['playback'], next: PageSnapshot['playback']): boolean {
  return last?.source !== undefined || last?.duration !== next?.duration;
}

/**
 * Returns a function that accepts requests at any moment. `prepare` handles one request at a time, and starts
 * only after `handle` has used the previous result. Of the requests that arrive meanwhile only the latest is
 * kept; a minor one never replaces a waiting one. Nothing runs after `signal` was aborted.
 */
export function coalesce<Request, Result>(
  prepare: (request: Request) => Promise<Result>,
  handle: (request: Request, result: Result) => Promise<void>,
  isMinor: (request: Request) => boolean,
  signal: AbortSignal,
): (request: Request) => void {
  let isPreparing = false;
  let waiting: Request | undefined;

  async function run(request: Request): Promise<void> {
    if (signal.aborted) return;
    if (isPreparing) {
      waiting = isMinor(request) ? (waiting ?? request) : request;
      return;
    }
    isPreparing = true;
    const result = await prepare(request).finally(() => (isPreparing = false));
    if (signal.aborted) return;
    await handle(request, result);
    const next = waiting;
    waiting = undefined;
    if (next !== undefined) void run(next);
  }

  return (request) => void run(request);
}
