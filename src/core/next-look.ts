import { playedSeconds } from './played';
import type { Session } from './session';
import { startSeconds, steadyAfter } from './updates';
import { crossingSecond, neededSeconds } from './watched-rule';

/**
 * When the page has to report by itself, in seconds of the wall clock: the earliest of start, next heartbeat, crossing
 * of 90 % and evidence becoming enough. Nothing while paused or after the crossing, so a page at rest costs nothing.
 */
export function hintOf(session: Session, rules: { readonly interval: number; readonly evidence: 0 | 0.25 | 0.5 | 0.8 }): { readonly again?: number } {
  const { playback, told } = session;
  if (playback.state !== 'playing' || session.crossed || playback.rate === 0) return {};
  const duration = Math.round(playback.duration);
  const seen = playedSeconds(session.played);
  const content: number[] = [crossingSecond(duration) - playback.position, neededSeconds(duration, rules.evidence) - seen];
  if (told === undefined) content.push(startSeconds - seen);
  const wall = content.filter((seconds) => seconds > 0).map((seconds) => seconds / playback.rate);
  wall.push(told === undefined ? rules.interval : Math.max(1, rules.interval - Math.abs(playback.at - told.at) / 1000));
  const steady = steadyAfter(session);
  if (steady > 0) wall.push(steady);
  return { again: Math.max(least, Math.min(...wall) + grain) };
}

const least = 0.5;
/** A little later than computed, so that the look falls behind the moment and not just before it. */
const grain = 0.3;
