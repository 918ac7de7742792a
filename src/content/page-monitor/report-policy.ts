import { pollSeconds, settledPollSeconds } from '../../core/session/thresholds';
import type { Report, ReportOutput } from '../../protocol/report';
import type { PageSnapshot } from '../reader/snapshot';
import { elapsedPlayback, isContinuous, positionAtUnload, type Playhead } from './playhead';

export type ReportCause = Report['cause'];

/**
 * What the page assumes that the worker has received. Times are those of `monotonicNow`, except in `sent`.
 */
export type ReportState = Readonly<{
  /** Signature of the last report; empty while the worker has no session of this page. */
  lastSignature: string;
  /** When the next report is due: the worker asked for it, or the last one failed. Infinity for never. */
  dueAt: number;
  /** Reports in a row that the worker did not answer. */
  failures: number;
  /** Since when the page has no player; undefined while it has one. */
  missingSince?: number | undefined;
  /** The last report of a playing title. The worker extrapolates from it by the computer's own clock. */
  sent?: Report['playback'];
}>;

export const INITIAL_REPORT_STATE: ReportState = { lastSignature: '', dueAt: Infinity, failures: 0 };

/**
 * Whether a snapshot is reported, and with which cause: `tick` only when it differs from the last report,
 * when a report is due, or when the position is not where the worker takes it to be; every other cause
 * always. `cause` is undefined when nothing is to be sent. `wall`: the computer's clock, in milliseconds
 * since 1970.
 */
export function decideReport(
  state: ReportState,
  cause: ReportCause,
  snapshot: PageSnapshot,
  now: number,
  wall: number,
): Readonly<{ state: ReportState; cause?: ReportCause }> {
  /** Milliseconds without a player (between two episodes, for example) after which the session ends. */
  const playerGracePeriod = 10_000;
  const missingSince = playerMissingSince(state, snapshot, now);
  const isGone = now - (missingSince ?? now) > playerGracePeriod;
  const lastSignature = cause === 'lost' ? '' : signatureOf(snapshot, isGone);
  const isKnown =
    lastSignature === state.lastSignature && now < state.dueAt && !hasDrifted(state, snapshot, wall);
  if (cause === 'tick' && isKnown) return { state: { ...state, missingSince } };
  const { playback } = snapshot;
  const sent = playback?.state === 'playing' ? { ...playback, at: wall } : undefined;
  return { state: { ...state, missingSince, lastSignature, sent }, cause: isGone ? 'lost' : cause };
}

function playerMissingSince(state: ReportState, { playback, gate }: PageSnapshot, now: number) {
  if (playback) return undefined;
  // An advertisement that is too short for a player of the title keeps the session too.
  return gate ? now : (state.missingSince ?? now);
}

/** The computer has slept, its clock was set, or the player was slower or faster than it stated. */
function hasDrifted({ sent }: ReportState, { playback, gate }: PageSnapshot, wall: number): boolean {
  /** Seconds of play. With the time between two looks, no position is further than 20 s from the truth. */
  const tolerance = 3;
  if (!sent || !playback || gate) return false;
  const position = sent.position + elapsedPlayback(sent, wall);
  return Math.abs(playback.position - position) > tolerance + playback.rate;
}

/**
 * The state after a report: `answer` is undefined when the worker did not answer. Then it is retried with
 * back-off.
 */
export function applyAnswer(state: ReportState, answer: ReportOutput | undefined, now: number): ReportState {
  if (answer === undefined) {
    /** No snapshot has this signature: whether the worker received the report is unknown. */
    const uncertain = '?';
    const retryDelay = Math.min(10_000, 500 * 2 ** state.failures);
    return { ...state, lastSignature: uncertain, dueAt: now + retryDelay, failures: state.failures + 1 };
  }
  return { ...state, failures: 0, dueAt: now + (answer.again ?? Infinity) * 1000 };
}

/** What of the page decides how long it may be left alone. */
export type PageActivity = Readonly<{
  isPlaying: boolean;
  /** The title plays, and the page need not be read anew: nothing has changed for a minute. */
  isSettled: boolean;
  /**
   * A new address has to be looked for: no page of the definition is open, and no event reports navigation.
   */
  pollsAddress: boolean;
}>;

/** Seconds until the next look without an event; Infinity for none. */
export function nextDelay(state: ReportState, activity: PageActivity, now: number): number {
  /** Seconds; less would be a busy loop. */
  const minimum = 0.25;
  return Math.max(minimum, Math.min(idleDelay(state, activity, now), (state.dueAt - now) / 1000));
}

function idleDelay(
  { missingSince }: ReportState,
  { isPlaying, isSettled, pollsAddress }: PageActivity,
  now: number,
): number {
  /** Milliseconds for which a player that is not there is looked for more often, and how often in seconds. */
  const awaitPeriod = 30_000;
  const awaitInterval = 1.5;
  /** Seconds between two looks at the address, where no event reports an in-page navigation. */
  const addressInterval = 10;
  // A player inside a shadow root starts without an event that leaves the root.
  if (missingSince !== undefined && now - missingSince < awaitPeriod) return awaitInterval;
  if (isPlaying || missingSince !== undefined) return isSettled ? settledPollSeconds : pollSeconds;
  return pollsAddress ? addressInterval : Infinity;
}

/**
 * Something else plays: no media event reported the last position of what played before, and its last report
 * can be minutes old. Returns a last snapshot of it, at the position of the last look where the playhead is
 * already that of another medium; undefined when it did not play.
 */
export function closingSnapshot(
  { reading, playback, gate }: PageSnapshot,
  playhead: Playhead,
): PageSnapshot | undefined {
  if (gate || playback?.state !== 'playing') return undefined;
  const last = positionAtUnload(playback, playhead);
  return { reading, playback: { ...(isContinuous(playback, last) ? last : playback), state: 'paused' } };
}

function signatureOf({ reading, gate, playback }: PageSnapshot, isGone: boolean): string {
  const { state, source, rate, duration = 0 } = playback ?? {};
  return JSON.stringify([reading?.identity, gate, state, source, rate, Math.round(duration), isGone]);
}
