import type { Session } from './session';
import { threshold } from './watched-threshold';

/**
 * A session whose page went without a last word, carried on to that moment (milliseconds of the page's clock). A page
 * tells every pause, seek and change of speed, and speaks up once an interval, so it has played on since; a longer
 * silence is a page that had died, or a computer that had slept. Nothing is credited for it, and it never counts as
 * watched: that takes the page's own word.
 *
 * The browser drops what a page says as it goes when the worker has to be started first, which is the rule and not the
 * exception: the worker sleeps between two heartbeats.
 */
export function extrapolate(session: Session, at: number, interval: number): Session {
  const { playback } = session;
  const elapsed = (at - playback.at) / 1000;
  if (
    session.frozen ||
    playback.state !== 'playing' ||
    !(elapsed > 0 && elapsed <= interval + lateHeartbeatSeconds)
  )
    return session;
  const uncounted = Math.ceil(Math.round(playback.duration) * threshold) - 1;
  const position = Math.max(
    playback.position,
    Math.min(playback.position + elapsed * playback.rate, uncounted),
  );
  return { ...session, playback: { ...playback, position, at } };
}

/** Seconds by which a heartbeat may be late. */
const lateHeartbeatSeconds = 10;
