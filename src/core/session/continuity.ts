import type { ObservedPlayback, Reading, Playback } from './observation';
import {
  clockTolerance,
  continuityAheadSeconds,
  continuityBackSeconds,
  durationGrainSeconds,
  restartShare,
  sameDurationSeconds,
  sameDurationShare,
  clockGrainSeconds,
} from './thresholds';
import { defined } from '../values/defined';
import { addPlayed, type Session } from './session';

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

/** Moves a session to a later playback of its item, and credits what was played in between. */
export function advance(session: Session, reading: Reading, playback: ObservedPlayback): Session {
  const moved = resume(credit(session, playback), reading, playback);
  return isAnew(session.playback, playback)
    ? { ...moved, doubt: { ...moved.doubt, since: playback.at } }
    : moved;
}

/** Another medium is at its beginning, after some seconds of the previous one: it may be another title. */
function isAnew(before: Playback, playback: ObservedPlayback): boolean {
  return playback.position < Math.min(1, before.position) && differsInMedium(before, playback);
}

/** Moves a session to a later playback of its item after an interruption: nothing is credited. */
export function resume(session: Session, reading: Reading, playback: ObservedPlayback): Session {
  const { seekFrom: _, ...clean } = playback;
  const known = session.playback.duration;
  const hasGrown = known > 0 && playback.duration > known + durationGrainSeconds;
  return {
    ...session,
    ...defined({ grewAt: hasGrown ? playback.at : undefined }),
    identity: reading.identity,
    item: { ...session.item, ...reading.item, type: session.item.type },
    confidence: reading.confidence,
    playback: clean,
  };
}

/**
 * Credits at most what the clock allows at the player's speed. A jump without a seek changes the position,
 * but does not count as watched.
 */
function credit(session: Session, { position, seekFrom, at }: ObservedPlayback): Session {
  const { playback: before, played } = session;
  if (before.state !== 'playing') return session;
  const elapsed = Math.max(0, at - before.at) / 1000;
  const reach = before.position + elapsed * before.rate * clockTolerance + clockGrainSeconds;
  const until = seekFrom ?? position;
  return until <= reach ? { ...session, played: addPlayed(played, before.position, until) } : session;
}
