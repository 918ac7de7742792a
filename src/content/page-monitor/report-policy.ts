import { pollSeconds } from '../../core/session/poll-interval';
import type { Report, ReportOutput } from '../../protocol/report';
import type { PageSnapshot } from './page-snapshot';
import { isContinuous, positionAtUnload, type Playhead } from './playhead';

export type Cause = Report['cause'];

/** What the page knows about the worker's knowledge. All times in milliseconds since 1970; 0 stands for none. */
export interface ReportState {
  /** Signature of the last report; empty while the worker has no session of this page. */
  readonly lastSignature: string;
  /** When the next report is due: the worker asked for it, or the last one failed. */
  readonly dueAt: number;
  /** Reports in a row that the worker did not answer. */
  readonly failures: number;
  /** Since when the page has no player. */
  readonly missingSince: number;
}

export const INITIAL_REPORT_STATE: ReportState = {
  lastSignature: '',
  dueAt: 0,
  failures: 0,
  missingSince: 0,
};

/** Seconds between two looks for a player that has disappeared or not appeared yet, during `AWAIT_PERIOD`. */
const AWAIT_INTERVAL = 1.5;
/** Milliseconds. */
const AWAIT_PERIOD = 30_000;
/** Seconds between two looks at the address, in browsers without the Navigation API (no event of in-page navigation). */
const ADDRESS_INTERVAL = 10;
/** Seconds; a shorter delay would be a loop. */
const MINIMUM_DELAY = 0.25;
/** Milliseconds without a player (between two episodes, for example) after which the session ends. */
const PLAYER_GRACE_PERIOD = 10_000;
/** A signature that no snapshot has: the worker may or may not have received the last report. */
const UNCERTAIN = '?';

/**
 * Whether a snapshot is reported, and with which cause: `tick` only when it differs from the last report or when a report
 * is due, every other cause always. `cause` is undefined when nothing is to be sent.
 */
export function decideReport(
  state: ReportState,
  cause: Cause,
  snapshot: PageSnapshot,
  now: number,
): { readonly state: ReportState; readonly cause?: Cause } {
  const missingSince = snapshot.playback === undefined ? state.missingSince || now : 0;
  const isGone = missingSince !== 0 && now - missingSince > PLAYER_GRACE_PERIOD;
  const lastSignature = cause === 'lost' ? '' : signatureOf(snapshot, isGone);
  const isKnown = lastSignature === state.lastSignature && (state.dueAt === 0 || now < state.dueAt);
  if (cause === 'tick' && isKnown) return { state: { ...state, missingSince } };
  return { state: { ...state, missingSince, lastSignature }, cause: isGone ? 'lost' : cause };
}

/** The state after a report: `answer` is undefined when the worker did not answer. Then it is retried with back-off. */
export function applyAnswer(state: ReportState, answer: ReportOutput | undefined, now: number): ReportState {
  if (answer === undefined) {
    const retryDelay = Math.min(10_000, 500 * 2 ** state.failures);
    return { ...state, lastSignature: UNCERTAIN, dueAt: now + retryDelay, failures: state.failures + 1 };
  }
  return { ...state, failures: 0, dueAt: answer.again === undefined ? 0 : now + answer.again * 1000 };
}

/** What of the page decides how long it may be left alone. */
export interface PageActivity {
  readonly isPlaying: boolean;
  /** The definition has a page for the address. */
  readonly isMatched: boolean;
  /** The browser fires an event for a new address within the page. */
  readonly firesNavigation: boolean;
}

/** Seconds until the next look without an event; Infinity for none. */
export function nextDelay(state: ReportState, activity: PageActivity, now: number): number {
  const requested = state.dueAt === 0 ? Infinity : (state.dueAt - now) / 1000;
  return Math.max(MINIMUM_DELAY, Math.min(idleDelay(state, activity, now), requested));
}

function idleDelay({ missingSince }: ReportState, activity: PageActivity, now: number): number {
  // A player inside a shadow root starts without an event that leaves the root.
  if (missingSince !== 0 && now - missingSince < AWAIT_PERIOD) return AWAIT_INTERVAL;
  if (activity.isPlaying || missingSince !== 0) return pollSeconds;
  return activity.isMatched || activity.firesNavigation ? Infinity : ADDRESS_INTERVAL;
}

/**
 * In-page navigation: no media event reported the old title's last position, and its last report can be minutes old.
 * Returns a last snapshot of the old title; undefined when it did not play or its position is unknown.
 */
export function closingSnapshot(
  { reading, playback, gate }: PageSnapshot,
  playhead: Playhead,
): PageSnapshot | undefined {
  if (gate !== undefined || reading === undefined || playback?.state !== 'playing') return undefined;
  const last = positionAtUnload(playback, playhead);
  return isContinuous(playback, last) ? { reading, playback: { ...last, state: 'paused' } } : undefined;
}

function signatureOf({ reading, gate, playback }: PageSnapshot, isGone: boolean): string {
  const { state, source, rate, duration = 0 } = playback ?? {};
  return JSON.stringify([reading?.identity, gate, state, source, rate, Math.round(duration), isGone]);
}
