import { pollSeconds, settledPollSeconds } from '../../core/session/thresholds';
import type { Report, ReportOutput } from '../../protocol/report';
import type { PageSnapshot } from '../reader/snapshot';
import { elapsedPlayback, isContinuous, positionAtUnload, type Playhead } from './playhead';

export type ReportCause = Report['cause'];

/** What the page assumes that the worker has received. Times are from `monotonicNow`, except in `sent`. */
export type ReportState = Readonly<{
  /** Signature of the last report; empty while the worker has no session of this page. */
  lastSignature: string;
  /**
   * When the next report is due, because the worker asked for it or the last one failed. Infinity for never.
   */
  dueAt: number;
  /** Reports in a row without an answer of the worker. */
  failures: number;
  /** Since when the page has no player; undefined while it has one. */
  missingSince?: number | undefined;
  /** The last report of a playing title, from which the worker extrapolates by the computer's own clock. */
  sent?: Report['playback'];
}>;

export const INITIAL_REPORT_STATE: ReportState = { lastSignature: '', dueAt: Infinity, failures: 0 };

/**
 * Whether a snapshot is reported, and with which cause; `cause` is undefined if nothing is sent. A `tick` is
 * reported only if the snapshot differs from the last report, if a report is due, or if the position is not
 * where the worker expects it. Every other cause is always reported. `wall`: the computer's clock, in
 * milliseconds since 1970.
 */
export function decideReport(
  state: ReportState,
  cause: ReportCause,
  snapshot: PageSnapshot,
  now: number,
  wall: number,
): Readonly<{ state: ReportState; cause?: ReportCause }> {
  /** Milliseconds without a player, for example between two episodes, after which the session ends. */
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
  // An advertisement too short for a player of the title keeps the session too.
  return gate ? now : (state.missingSince ?? now);
}

/** The computer has slept, its clock was set, or the player ran slower or faster than it stated. */
function hasDrifted({ sent }: ReportState, { playback, gate }: PageSnapshot, wall: number): boolean {
  /**
   * Seconds of play. Together with the time between two looks, no position is more than 20 s from the truth.
   */
  const tolerance = 3;
  if (!sent || !playback || gate) return false;
  const position = sent.position + elapsedPlayback(sent, wall);
  return Math.abs(playback.position - position) > tolerance + playback.rate;
}

/**
 * The state after a report. `answer` is undefined if the worker did not answer; the report is then retried
 * with back-off.
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

/** The facts that decide how long the page may be left alone. */
export type PageActivity = Readonly<{
  isPlaying: boolean;
  /** The title plays, and nothing has changed for a minute, so the page need not be read again. */
  isSettled: boolean;
  /** The address must be polled: no page of the definition is open, and no event reports navigation. */
  pollsAddress: boolean;
}>;

/** Seconds until the next look without an event; Infinity for never. */
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
  /** Milliseconds for which a missing player is looked for more often, and the interval in seconds. */
  const awaitPeriod = 30_000;
  const awaitInterval = 1.5;
  /** Seconds between two looks at the address, if no event reports an in-page navigation. */
  const addressInterval = 10;
  // A player inside a shadow root starts without an event outside the root.
  if (missingSince !== undefined && now - missingSince < awaitPeriod) return awaitInterval;
  if (isPlaying || missingSince !== undefined) return isSettled ? settledPollSeconds : pollSeconds;
  return pollsAddress ? addressInterval : Infinity;
}

/**
 * Something else plays, and no media event has reported the last position of the previous medium, whose last
 * report may be minutes old. Returns a last snapshot of it, at the position of the last look if the playhead
 * already belongs to another medium; undefined if it did not play.
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
