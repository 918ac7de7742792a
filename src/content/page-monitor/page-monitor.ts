import { pollSeconds } from '../../core/session/thresholds';
import type { SeasonWords } from '../../core/text/season-episode';
import { sendQuietly } from '../../platform/messaging/send-quietly';
import { isContextValid } from '../../platform/messaging/extension-context';
import { onTabMessage } from '../../platform/messaging/tab-messages';
import type { Definition } from '../../protocol/definition';
import type { Report } from '../../protocol/report';
import { createSnapshotReader, type PageSnapshot } from './page-snapshot';
import { hasOwnClock } from '../player/read-clock';

export interface MonitorOptions {
  readonly definition: Definition;
  readonly seasonWords?: SeasonWords | undefined;
  readonly run: string;
  readonly top: boolean;
  readonly signal: AbortSignal;
  /** Ends the whole script: the extension was updated, or another script has taken its place. */
  readonly end: () => void;
}

type Cause = Report['cause'];
type Playback = NonNullable<Report['playback']>;

/**
 * Looks at the player when the player says that something happened, and every few seconds while it plays; tells the
 * worker only what it does not know yet. One timer, no observer.
 */
export function monitorPage({ definition, seasonWords, run, top, signal, end }: MonitorOptions): void {
  const look = createSnapshotReader(definition, top, seasonWords);
  let seq = 0;
  let told = '';
  let due = 0;
  let failures = 0;
  let missingSince = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let busy = false;
  let waiting: Cause | undefined;
  let video: HTMLVideoElement | undefined;
  let stood = unknown;
  let seekFrom: number | undefined;
  let address = '';
  /** What the page showed at the last look, and where. */
  let shown: (PageSnapshot & { readonly address: string }) | undefined;
  /** Where the player stood when its medium was taken away. */
  let cut: typeof stood | undefined;

  async function turn(cause: Cause): Promise<void> {
    if (signal.aborted) return;
    if (busy) {
      if (waiting === undefined || cause !== 'tick') waiting = cause;
      return;
    }
    busy = true;
    clearTimeout(timer);
    address = location.href;
    const seen = await look(address, shown);
    const replaced =
      cut !== undefined || seen === undefined || seen.video !== video || address !== shown?.address;
    if (replaced && !signal.aborted && seen?.reading?.identity !== shown?.reading?.identity) await conclude();
    shown = seen && { ...seen, address };
    cut = undefined;
    busy = false;
    if (signal.aborted) return;
    follow(seen?.video);
    if (seen !== undefined && address === location.href) await tell(cause, seen);
    else if (seen === undefined && told !== '') await tell('lost', {});
    schedule(seen !== undefined);
    if (waiting !== undefined) {
      const next = waiting;
      waiting = undefined;
      void turn(next);
    }
  }

  async function tell(cause: Cause, { reading, playback, gate }: PageSnapshot): Promise<void> {
    const now = Date.now();
    missingSince = playback === undefined ? missingSince || now : 0;
    const gone = missingSince !== 0 && now - missingSince > playerGracePeriod;
    const signature =
      cause === 'lost'
        ? ''
        : JSON.stringify([
            reading?.identity,
            gate,
            playback?.state,
            playback?.source,
            playback?.rate,
            Math.round(playback?.duration ?? 0),
            gone,
          ]);
    // A look that finds what the worker knows already is not worth waking it.
    if (cause === 'tick' && signature === told && (due === 0 || now < due)) return;
    told = signature;
    const from = seekFrom;
    seekFrom = undefined;
    await report(gone ? 'lost' : cause, {
      reading,
      gate,
      playback: playback && { ...playback, seekFrom: hasOwnClock(playback) ? undefined : from },
    });
  }

  /**
   * Another title, or none, has taken the place of this one within the page: no event told where the old one stood, and
   * the last report of it can be minutes old.
   */
  async function conclude(): Promise<void> {
    const { reading, playback, gate, address: url } = shown ?? {};
    if (told === '' || gate !== undefined || reading === undefined || playback?.state !== 'playing') return;
    const last = carriedOn(playback);
    // A place that does not follow from the one before is already the other title's.
    if (
      last.position < playback.position ||
      last.position > playback.position + playedSince(playback, last.at) * 1.1 + 2
    )
      return;
    await report('pause', { reading, playback: { ...last, state: 'paused' } }, url);
  }

  async function report(
    cause: Cause,
    { reading, playback, gate }: PageSnapshot,
    url = address,
  ): Promise<void> {
    const visible = document.visibilityState === 'visible';
    const say = async () =>
      sendQuietly('report', {
        run,
        seq: seq++,
        cause,
        url: url.slice(0, 4_000),
        visible,
        playback,
        reading,
        gate,
      });
    // A worker that was ended in the middle of this is started by saying it again, before the moment has passed.
    const answer = (await say()) ?? (isContextValid() ? await say() : { end: true });
    if (answer === undefined) {
      told = '?';
      due = Date.now() + Math.min(10_000, 500 * 2 ** failures);
      failures += 1;
    } else {
      failures = 0;
      due = answer.again === undefined ? 0 : Date.now() + answer.again * 1000;
      if (answer.end === true) end();
    }
  }

  /** While it plays: every few seconds, sooner when the worker asked. At rest: only when it asked, or a player is awaited. */
  function schedule(matched: boolean): void {
    clearTimeout(timer);
    if (signal.aborted) return;
    const playing = video !== undefined && !video.paused && !video.ended;
    const awaited = missingSince !== 0 && Date.now() - missingSince < 30_000;
    // A player in a shadow root begins without an event that comes out of it.
    const rest = awaited
      ? awaitSeconds
      : playing || missingSince !== 0
        ? pollSeconds
        : matched || 'navigation' in window
          ? Infinity
          : slowSeconds;
    const wanted = due === 0 ? Infinity : (due - Date.now()) / 1000;
    const seconds = Math.max(0.25, Math.min(rest, wanted));
    if (Number.isFinite(seconds)) timer = setTimeout(() => void turn('tick'), seconds * 1000);
  }

  /** Events of a player inside a shadow root do not come out of it, so it is listened to itself. */
  function follow(found: HTMLVideoElement | undefined): void {
    if (found !== video) {
      video = found;
      stood = unknown;
      found?.addEventListener('emptied', () => (place(), (cut ??= stood)), { signal });
      if (found && found.getRootNode() !== document) listenTo(found);
    }
    place();
  }

  /**
   * Where the video stands; while it jumps, and without its medium, where it stood when that began, by the clock since it
   * was last asked. Whatever changes its pace is an event, so nobody listens to the four `timeupdate` of every second.
   */
  function place(): number {
    const at = Date.now();
    stood =
      video && !video.seeking && video.readyState > 0
        ? {
            at,
            position: video.currentTime,
            rate: video.paused || video.readyState < 3 ? 0 : video.playbackRate,
          }
        : // No further than to the next look: a machine that slept has played nothing. And no clock that is set back plays backwards.
          {
            at,
            position:
              stood.position + Math.max(0, Math.min(pollSeconds, (at - stood.at) / 1000)) * stood.rate,
            rate: 0,
          };
    return stood.position;
  }

  function listenTo(target: EventTarget): void {
    for (const [type, cause] of events) {
      target.addEventListener(
        type,
        (event) => {
          // Other videos of the page (previews) wake nobody once the player is known.
          if (video !== undefined && event.target !== video && video.isConnected && !video.paused) return;
          const position = place();
          if (type === 'seeking') seekFrom ??= position;
          else if (cause !== undefined) void turn(cause);
        },
        { capture: true, passive: true, signal },
      );
    }
  }

  /** What there is to say at once, while the page goes: the last reading with the player's position now. */
  function leave(): void {
    if (told === '' || shown === undefined || address !== location.href) return;
    void report('leave', { ...shown, playback: shown.playback && carriedOn(shown.playback) });
    told = '';
  }

  /** What was seen last, where it is now, or was when its medium was taken away. */
  function carriedOn(playback: Playback): Playback {
    const at = cut?.at ?? Date.now();
    return {
      ...playback,
      at,
      position: hasOwnClock(playback)
        ? playback.position + playedSince(playback, at)
        : (cut?.position ?? place()),
    };
  }

  listenTo(document);
  addEventListener('pagehide', leave, { capture: true, signal });
  document.addEventListener('visibilitychange', () => video !== undefined && void turn('item'), { signal });
  (window as { navigation?: EventTarget }).navigation?.addEventListener(
    'navigatesuccess',
    () => void turn('item'),
    { signal },
  );
  onTabMessage((note) => note === 'report' && void turn('item'), signal);
  signal.addEventListener('abort', () => clearTimeout(timer));
  void turn('start');
}

/** Seconds of the title that have gone by since it was looked at. */
function playedSince({ state, at, rate }: Playback, now: number): number {
  return state === 'playing' ? Math.max(0, (now - at) / 1000) * rate : 0;
}

/** Where a video stood, at a moment in milliseconds, and how many seconds it went on in each second since. */
const unknown = { position: 0, at: 0, rate: 0 };

const events: readonly (readonly [string, Cause?])[] = [
  ['playing', 'play'],
  ['waiting'],
  ['pause', 'pause'],
  ['seeking'],
  ['seeked', 'seek'],
  ['ended', 'end'],
  ['ratechange', 'tick'],
  ['loadedmetadata', 'item'],
  ['durationchange', 'item'],
];
/** A player that is expected is looked for more often, for half a minute. */
const awaitSeconds = 1.5;
/** Where the browser does not tell of a new address within the page. */
const slowSeconds = 10;
/** Milliseconds for which a player may be away (between two episodes, say) before the session ends. */
const playerGracePeriod = 10_000;
