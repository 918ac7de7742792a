import type { SeasonWords } from '../../core/text/season-episode-shapes';
import { onTabMessage } from '../../platform/messaging/tab-messages';
import type { Definition } from '../../protocol/definition';
import { coalesce } from './coalesce';
import { createSnapshotReader, type PageSnapshot } from './page-snapshot';
import { listenToPlayers } from './player';
import type { Cause } from './report-policy';
import { createReporter } from './reporter';

export interface MonitorOptions {
  readonly definition: Definition;
  readonly seasonWords?: SeasonWords | undefined;
  /** Distinguishes this run from others in the same frame. */
  readonly run: string;
  /** Whether this is the top frame of the tab. */
  readonly top: boolean;
  readonly signal: AbortSignal;
  /** Ends the whole script: the extension was updated, or another script has replaced it. */
  readonly end: () => void;
}

/** Reads the page on every event of its player, and every few seconds while it plays; reports what is new. */
export function monitorPage({ definition, seasonWords, run, top, signal, end }: MonitorOptions): void {
  const takeSnapshot = createSnapshotReader(definition, top, seasonWords);
  let address = '';
  let last: (PageSnapshot & { readonly address: string }) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = coalesce(prepare, handle, (cause: Cause) => cause === 'tick', signal);
  const { player, attach } = listenToPlayers(update, signal);
  const reporter = createReporter(run, player, end);

  async function prepare(): Promise<PageSnapshot | undefined> {
    clearTimeout(timer);
    address = location.href;
    const next = await takeSnapshot(address, last);
    const hasMoved = player.unloaded || next?.video !== player.video || address !== last?.address;
    const isOther = (!next || hasMoved) && next?.reading?.identity !== last?.reading?.identity;
    if (last && isOther && !signal.aborted) await reporter.close(last, last.address);
    return next;
  }

  async function handle(cause: Cause, snapshot: PageSnapshot | undefined): Promise<void> {
    last = snapshot && { ...snapshot, address };
    attach(snapshot?.video);
    // A snapshot of an address that was left meanwhile is not reported; without a page the session is lost
    // anyway.
    if (!snapshot || address === location.href) await reporter.report(cause, snapshot, address);
    schedule(!snapshot && !('navigation' in window));
  }

  function schedule(pollsAddress: boolean): void {
    clearTimeout(timer);
    if (signal.aborted) return;
    const { video } = player;
    const isPlaying = video !== undefined && !video.paused && !video.ended;
    const seconds = reporter.delay({ isPlaying, pollsAddress });
    if (seconds < Infinity) timer = setTimeout(update, seconds * 1000, 'tick');
  }

  const leave = () => last && address === location.href && reporter.leave(last, address);
  const { navigation } = window as { navigation?: EventTarget };
  addEventListener('pagehide', leave, { capture: true, signal });
  document.addEventListener('visibilitychange', () => player.video && update('item'), { signal });
  navigation?.addEventListener('navigatesuccess', () => update('item'), { signal });
  onTabMessage((message) => message === 'report' && update('item'), signal);
  signal.addEventListener('abort', () => clearTimeout(timer));
  update('start');
}
