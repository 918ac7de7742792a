import { addPlayed } from './played-ranges';
import type { Session } from './session';
import type { Reading, ObservedPlayback } from './observation';

/**
 * Carries a session on to a playback of its own: credits what was really played since the last sighting, and takes over
 * the new position. Credited is only what the clock allows at the speed of the player; a jump that no seek explains is
 * believed as a position, but not as something that was watched.
 */
export function advance(session: Session, reading: Reading, playback: ObservedPlayback): Session {
  const { seekFrom: _, ...clean } = playback;
  const to = session.frozen ? undefined : playedUntil(session, playback);
  const grew = session.playback.duration > 0 && playback.duration > session.playback.duration + durationGrain;
  return {
    ...session,
    identity: reading.identity,
    ...(grew ? { grewAt: playback.at } : {}),
    item: { ...session.item, ...reading.item, type: session.item.type },
    confidence: reading.confidence,
    playback: clean,
    frozen: false,
    played: to === undefined ? session.played : addPlayed(session.played, session.playback.position, to),
  };
}

function playedUntil(
  { playback: before }: Session,
  { position, seekFrom, at }: ObservedPlayback,
): number | undefined {
  if (before.state !== 'playing') return undefined;
  const elapsed = Math.max(0, at - before.at) / 1000;
  const reach = before.position + elapsed * before.rate * clockTolerance + clockGrain;
  const until = seekFrom ?? position;
  return until > before.position && until <= reach ? until : undefined;
}

/** Players and page clocks drift against each other, more so at high speed; a tenth is far below any seek that matters. */
const clockTolerance = 1.1;
const clockGrain = 2;
/** Players correct a duration by fractions of a second when the last fragment is there. */
const durationGrain = 1;
