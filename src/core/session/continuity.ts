import type { ObservedPlayback } from './observation';
import type { Playback } from './playback';
import {
  clockTolerance,
  continuityAheadSeconds,
  continuityBackSeconds,
  durationGrainSeconds,
  restartShare,
  sameDurationSeconds,
  sameDurationShare,
} from './thresholds';

/** The earlier playback leads to this position, so nothing else can have played in between. */
export function isContinuous(before: Playback, playback: ObservedPlayback): boolean {
  const elapsed = Math.max(0, playback.at - before.at) / 1000;
  const played = before.state === 'playing' ? elapsed * before.rate * clockTolerance : 0;
  return (
    playback.position >= before.position - continuityBackSeconds &&
    playback.position <= before.position + played + continuityAheadSeconds
  );
}

/** The same medium plays on. The page's text may become more exact, but it cannot be another title. */
export function isSameStream(before: Playback, playback: ObservedPlayback): boolean {
  return (
    isContinuous(before, playback) &&
    playback.source === before.source &&
    Math.abs(playback.duration - before.duration) <= durationGrainSeconds
  );
}

/** Duration or source differ. Another quality of the same title also has another source. */
export function differsInMedium(
  before: Pick<Playback, 'duration' | 'source'>,
  playback: Pick<Playback, 'duration' | 'source'>,
): boolean {
  const tolerance = Math.max(sameDurationSeconds, before.duration * sameDurationShare);
  if (Math.abs(playback.duration - before.duration) > tolerance) return true;
  return playback.source !== undefined && before.source !== undefined && playback.source !== before.source;
}

/**
 * Playing from the beginning since that time (milliseconds of the page's clock) leads no further than this
 * position.
 */
export function hasPlayedFromStart(
  since: number,
  { position, duration, rate, at }: ObservedPlayback,
): boolean {
  return position < duration * restartShare + ((at - since) / 1000) * rate * clockTolerance;
}
