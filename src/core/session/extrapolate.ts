import type { Session } from './session';
import { lateHeartbeatSeconds } from './thresholds';
import { lastSecondBelow } from './watched-threshold';

/**
 * Moves a session whose page sent no unload report to the moment of leaving (`now`, milliseconds since 1970).
 * A page reports every pause, seek and change of speed, and at least once in `interval` seconds, so it has
 * played on since its last report. A longer silence means that the page had crashed or the computer slept.
 * Nothing is credited, and the position stays below 90 %: only a report of the page itself can count as
 * watched.
 *
 * A missing unload report is common: browsers drop a message sent at unload if the worker has to be started
 * first, and the worker is stopped between two heartbeats.
 */
export function extrapolate(session: Session, now: number, interval: number): Session {
  const { playback } = session;
  const elapsed = (now - (playback.receivedAt ?? playback.at)) / 1000;
  const isRecent = elapsed > 0 && elapsed <= interval + lateHeartbeatSeconds;
  if (playback.state !== 'playing' || !isRecent) return session;
  const reached = Math.min(playback.position + elapsed * playback.rate, lastSecondBelow(playback.duration));
  const at = playback.at + elapsed * 1000;
  return { ...session, playback: { ...playback, position: Math.max(playback.position, reached), at } };
}
