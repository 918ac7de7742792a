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

/** What of a video element a playhead is taken from. */
type Playable = Pick<HTMLVideoElement, 'seeking' | 'readyState' | 'currentTime' | 'paused' | 'playbackRate'>;

/**
 * The playhead at the moment `at` (milliseconds since 1970). While the video seeks, and without a medium, it
 * is the position before that, extrapolated from the last sample. Every change of pace fires an event that
 * takes a sample, so the `timeupdate` events (four per second) are not needed.
 */
export function samplePlayhead(video: Playable | undefined, last: Playhead, at: number): Playhead {
  /** Values of `readyState` in the HTML standard. */
  const HAVE_NOTHING = 0;
  const HAVE_FUTURE_DATA = 3;
  if (video && !video.seeking && video.readyState > HAVE_NOTHING) {
    const stalled = video.paused || video.readyState < HAVE_FUTURE_DATA;
    return { at, position: video.currentTime, rate: stalled ? 0 : video.playbackRate };
  }
  // At most one poll interval: a suspended computer has played nothing. At least 0: the clock can be set
  // back.
  const elapsed = Math.max(0, Math.min(settledPollSeconds, (at - last.at) / 1000));
  return { at, position: last.position + elapsed * last.rate, rate: 0 };
}

/**
 * The last playback of a medium at its end: `playhead` was taken when the medium was unloaded, or is the
 * current one. A definition's own clock is not the video element's time, so it is extrapolated.
 */
export function positionAtUnload(playback: ReportedPlayback, { position, at }: Playhead): ReportedPlayback {
  return { ...playback, at, position: hasOwnClock(playback) ? ownPosition(playback, at) : position };
}

/**
 * Where a definition's own clock was at the moment `at`. At most one poll interval of play is added: in a
 * page that was frozen, or on a computer that was suspended, nothing has played.
 */
function ownPosition(playback: ReportedPlayback, at: number): number {
  return (
    playback.position + elapsedPlayback(playback, Math.min(at, playback.at + settledPollSeconds * 1_000))
  );
}

/**
 * Whether a position can follow from the last reported one by playing. 10 % and 2 s are tolerated, for
 * changes of the rate and for late samples. A position outside of that belongs to another medium.
 */
export function isContinuous(last: ReportedPlayback, { position, at }: ReportedPlayback): boolean {
  const latest = last.position + elapsedPlayback(last, at) * 1.1 + 2;
  return position >= last.position && position <= latest;
}

/** Seconds of the medium that have played between a playback and the moment `now`. */
export function elapsedPlayback({ state, at, rate }: ReportedPlayback, now: number): number {
  return state === 'playing' ? Math.max(0, (now - at) / 1000) * rate : 0;
}
