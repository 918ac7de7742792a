import { missingEvidence, minimumPlaySeconds, type EvidenceRules } from './watch-evidence';
import { remainingDelay } from './deferred-crossing';
import { playedSeconds } from './played-ranges';
import type { Session } from './session';
import { steadyAfter } from './next-update';
import { crossingSecond } from './watched-threshold';

/**
 * When the page has to report by itself, in seconds of the wall clock: the earliest of start, next heartbeat, crossing
 * of 90 % and evidence becoming enough. Nothing while paused or after the crossing, so a page at rest costs nothing.
 */
export function reportDelay(
  session: Session,
  rules: EvidenceRules & { readonly interval: number },
): { readonly again?: number } {
  const { playback, lastSent } = session;
  if (session.crossed) return {};
  // Also at rest: whatever follows the end of a short medium, the page need not say that nothing does.
  if (session.deferredCrossing !== undefined)
    return { again: Math.max(least, remainingDelay(session) + grain) };
  if (playback.state !== 'playing' || playback.rate === 0) return {};
  const duration = Math.round(playback.duration);
  const content: number[] = [crossingSecond(duration) - playback.position, missingEvidence(session, rules)];
  if (lastSent === undefined) content.push(minimumPlaySeconds - playedSeconds(session.played));
  const wall = content.filter((seconds) => seconds > 0).map((seconds) => seconds / playback.rate);
  wall.push(
    lastSent === undefined
      ? rules.interval
      : Math.max(1, rules.interval - Math.abs(playback.at - lastSent.at) / 1000),
  );
  const steady = steadyAfter(session);
  if (steady > 0) wall.push(steady);
  return { again: Math.max(least, Math.min(...wall) + grain) };
}

const least = 0.5;
/** A little later than computed, so that the look falls behind the moment and not just before it. */
const grain = 0.3;
