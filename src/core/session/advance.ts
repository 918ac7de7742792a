import { defined } from '../values/defined';
import { differsInMedium } from './continuity';
import type { ObservedPlayback, Reading } from './observation';
import type { Playback } from './playback';
import { addPlayed } from './played-ranges';
import type { Session } from './session';
import { clockGrainSeconds, clockTolerance, durationGrainSeconds } from './thresholds';

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
