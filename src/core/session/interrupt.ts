import { defined } from '../values/defined';
import { advance } from './continuity';
import type { Observation, Reading, SkipReason } from './observation';
import type { Session } from './session';
import { interruptedWatch, type TabWatch, type Rules, type Transition } from './tab-watch';
import { settledPollSeconds, longestTitleSeconds } from './thresholds';
import { lastSecondBelow } from './watched-threshold';

/** Why this observation is not recorded; `undefined` if it may be. The page's own gate comes first. */
export function skipReasonOf({ gate, reading, playback }: Observation, rules: Rules): SkipReason | undefined {
  // An ad before the film is seen before the page has been read at all.
  if (gate !== undefined || reading === undefined || playback === undefined) return gate;
  const { duration } = playback;
  if (duration > longestTitleSeconds) return 'live';
  if (duration > 0 && duration < rules.minimumLength) return 'too-short';
  return isTypeOff(reading, rules) ? 'type-off' : undefined;
}

/** An ad, or something else that is not recorded, plays: the session is kept and credits nothing. */
export function interrupt(
  watch: TabWatch,
  observation: Observation,
  skip: SkipReason,
  rules: Rules,
): Transition {
  const { session, phase, pendingChange } = watch;
  const result = { updates: [], skip, ...defined({ again: delayWhileHeld(observation, skip, rules) }) };
  if (session === undefined || phase === 'interrupted') return { ...result, watch };
  // The medium that awaits confirmation already played in place of the session's item.
  const breakAt = pendingChange?.since ?? observation.at;
  return { ...result, watch: interruptedWatch(creditUntil(session, breakAt, rules), pendingChange) };
}

/**
 * Seconds until the next report. The worker itself holds the session back, so no event of the page ends the
 * wait.
 */
function delayWhileHeld(
  { playback }: Observation,
  skip: SkipReason,
  { interval }: Rules,
): number | undefined {
  const isHeldByWorker = skip === 'other-tab' || skip === 'not-me';
  return isHeldByWorker && playback?.state === 'playing' ? interval : undefined;
}

/**
 * The break may have begun up to one poll before it was first observed, so those seconds do not belong to the
 * item. The position is extrapolated and stays below 90 %: only a report of the page itself can count as
 * watched.
 */
function creditUntil(session: Session, at: number, { interval }: Rules): Session {
  const { playback } = session;
  const elapsed = Math.max(0, (at - playback.at) / 1000 - settledPollSeconds);
  const played = playback.state === 'playing' ? Math.min(elapsed, interval) * playback.rate : 0;
  const reached = Math.min(playback.position + played, lastSecondBelow(playback.duration));
  const position = Math.max(playback.position, reached);
  return advance(session, session, { ...playback, position, at });
}

function isTypeOff({ item: { type } }: Reading, { films, episodes }: Rules): boolean {
  return (type === 'movie' && !films) || (type === 'episode' && !episodes);
}
