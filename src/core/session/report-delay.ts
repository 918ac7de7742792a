import { remainingDelay } from './deferred-crossing';
import { missingTail, crossingSecond, missingEvidence, type EvidenceRules } from './watched-threshold';
import { doubtSeconds, steadyAfter } from './next-update';
import { playedSeconds, type Session } from './session';
import { minimumPlaySeconds, minReportDelaySeconds, reportDelayGrainSeconds } from './thresholds';

type DelayRules = EvidenceRules & Readonly<{ interval: number }>;

/**
 * Seconds of the wall clock until the page must report by itself: the earliest of start, heartbeat and
 * crossing; past 90 % also the moment of sufficient evidence. `undefined` while paused and after the
 * crossing, so a page at rest costs nothing.
 */
export function reportDelay(session: Session, rules: DelayRules): number | undefined {
  const { playback } = session;
  if (session.crossed) return undefined;
  // This report is due even at rest: the page does not report that nothing follows the end of a short medium.
  if (session.deferredCrossing !== undefined) return after(remainingDelay(session));
  if (playback.state !== 'playing' || playback.rate === 0) return undefined;
  const content = contentSeconds(session, rules).map((seconds) => seconds / playback.rate);
  const wall = [...content, steadyAfter(session), doubtSeconds(session)].filter((seconds) => seconds > 0);
  return after(Math.min(heartbeatSeconds(session, rules), ...wall));
}

/** Seconds of content until something changes; 0 or less if nothing is ahead. */
function contentSeconds(session: Session, rules: DelayRules): number[] {
  const { playback, lastSent, played } = session;
  const crossing = crossingSecond(Math.round(playback.duration)) - playback.position;
  const start = lastSent === undefined ? minimumPlaySeconds - playedSeconds(played) : 0;
  // Before the crossing, evidence decides nothing; a report only for it would keep the worker running for 30
  // s.
  const count = crossing > 0 ? crossing : Math.max(missingTail(session), missingEvidence(session, rules));
  return [count, start];
}

function heartbeatSeconds({ lastSent, playback }: Session, { interval }: DelayRules): number {
  if (lastSent === undefined) return interval;
  return Math.max(1, interval - Math.abs(playback.at - lastSent.at) / 1000);
}

function after(seconds: number): number {
  return Math.max(minReportDelaySeconds, seconds + reportDelayGrainSeconds);
}
