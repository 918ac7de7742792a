import { settledPollSeconds } from '../../core/session/thresholds';
import type { Report } from '../../protocol/report';
import { hasOwnClock } from '../player/read-clock';

type ReportedPlayback = NonNullable<Report['playback']>;

/** A position of a video element, taken at a moment. */
export type Playhead = Readonly<{
  /** Seconds of the medium. */
  position: number;
  /** When the position was taken, in milliseconds since 1970. */
  at: number;
  /** Seconds of the medium per second of the clock after `at`; 0 while paused or waiting for data. */
  rate: number;
}>;

export const UNKNOWN_PLAYHEAD: Playhead = { position: 0, at: 0, rate: 0 };

/** The part of a video element that a sample needs. */
type Playable = Pick<HTMLVideoElement, 'seeking' | 'readyState' | 'currentTime' | 'paused' | 'playbackRate'>;

/**
 * The playhead at the moment `at` (milliseconds since 1970). While the video seeks, and without a medium, it
 * is extrapolated from the last sample before. Every change of speed fires an event that takes a sample, so
 * the four `timeupdate` events per second are not needed.
 */
export function samplePlayhead(video: Playable | undefined, last: Playhead, at: number): Playhead {
  /** Values of `readyState` in the HTML standard. */
  const HAVE_NOTHING = 0;
  const HAVE_FUTURE_DATA = 3;
  if (video && !video.seeking && video.readyState > HAVE_NOTHING) {
    const stalled = video.paused || video.readyState < HAVE_FUTURE_DATA;
    return { at, position: video.currentTime, rate: stalled ? 0 : video.playbackRate };
  }
  // At most one poll interval, because a suspended computer plays nothing. At least 0, because the clock can
  // be set back.
  const elapsed = Math.max(0, Math.min(settledPollSeconds, (at - last.at) / 1000));
  return { at, position: last.position + elapsed * last.rate, rate: 0 };
}

/**
 * The last playback of a medium at its end. `playhead` was taken when the medium was unloaded, or is the
 * current one. A definition's own clock is not the video element's time, so it is extrapolated.
 */
export function positionAtUnload(playback: ReportedPlayback, { position, at }: Playhead): ReportedPlayback {
  return { ...playback, at, position: hasOwnClock(playback) ? ownPosition(playback, at) : position };
}

/**
 * The position of a definition's own clock at the moment `at`. At most one poll interval of play is added: a
 * frozen page, or a suspended computer, plays nothing.
 */
function ownPosition(playback: ReportedPlayback, at: number): number {
  return (
    playback.position + elapsedPlayback(playback, Math.min(at, playback.at + settledPollSeconds * 1_000))
  );
}

/**
 * Whether playing can have led from the last reported position to this one. 10 % and 2 s are tolerated, for
 * changes of speed and late samples. A position outside that range belongs to another medium.
 */
export function isContinuous(last: ReportedPlayback, { position, at }: ReportedPlayback): boolean {
  const latest = last.position + elapsedPlayback(last, at) * 1.1 + 2;
  return position >= last.position && position <= latest;
}

/** Seconds of the medium played between a playback and the moment `now`. */
export function elapsedPlayback({ state, at, rate }: ReportedPlayback, now: number): number {
  return state === 'playing' ? Math.max(0, (now - at) / 1000) * rate : 0;
}

/**
 * Milliseconds since 1970 on a clock that never jumps: the load time of the page plus the time since then.
 * The computer's clock may be set while a film plays. If the browser does not count sleep of the computer,
 * neither does this clock.
 */
export function monotonicNow(): number {
  return performance.timeOrigin + performance.now();
}
