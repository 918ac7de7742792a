import type { Playback } from './playback';
import type { DeferredCrossing, Session } from './session';

/**
 * An advertisement before the film plays in the same element under the title of the film, and where no connector tells it
 * apart only its end does: then the film begins, far longer, under the same title. So the crossing of a short medium is
 * kept until a little after its end. Leaving the page, or another title, ends the wait: that was no advertisement.
 */
export function deferCrossing(
  { position: at, duration: length, rate, at: now }: Playback,
  position: number,
  duration: number,
): DeferredCrossing {
  const left = Math.max(0, length - at) / Math.max(rate, 0.25);
  return { position, duration, until: now + Math.min(longestWait, left + grace) * 1000 };
}

/** Seconds of the wall clock that are left to wait; a clock that was set back ends the wait. */
export function remainingDelay({
  deferredCrossing,
  playback,
}: Pick<Session, 'deferredCrossing' | 'playback'>): number {
  const seconds = deferredCrossing === undefined ? 0 : (deferredCrossing.until - playback.at) / 1000;
  return seconds > 0 && seconds <= longestWait ? seconds : 0;
}

/** A medium that is as short as advertisements are. */
export function isAdLength(duration: number): boolean {
  return duration <= longestAd;
}

/** The session plays something that may yet turn out to be an advertisement. */
export function mayStillBeAd({ crossed, playback }: Session): boolean {
  return !crossed && isAdLength(playback.duration);
}

/** So much longer than a short medium under the same title that this is the title, and the other was an advertisement. */
export function isMainFeatureAfterAd(duration: number, before: number): boolean {
  return isAdLength(before) && duration > before * 2;
}

/** Seconds; what was longer than this was no advertisement. */
const longestAd = 300;
/** Seconds from the end of an advertisement until the film has loaded. */
const grace = 5;
const longestWait = 60;
