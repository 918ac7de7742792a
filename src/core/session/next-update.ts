import { defined } from '../values/defined';
import { isContinuous } from './continuity';
import { deferCrossing, extentOfSession, isAdLength, remainingDelay, withEnd } from './deferred-crossing';
import type { ObservedPlayback } from './observation';
import { playedSeconds, type Cause, type DeferredCrossing, type Session, type Update } from './session';
import {
  earlyMediumSeconds,
  latestTextSeconds,
  minimumPlaySeconds,
  seekSeconds,
  steadySeconds,
  timerGrainMilliseconds,
  minReportDelaySeconds,
  reportDelayGrainSeconds,
} from './thresholds';
import {
  isUnseen,
  isCrossing,
  mayCount,
  missingEvidence,
  type EvidenceRules,
  missingTail,
  crossingSecond,
} from './watched-threshold';
import type { Rules } from './tab-watch';

/** What a step of a session sends, and the session fields that change with it. */
export type NextUpdate = Readonly<{
  /** One update, or two if the start was not sent before; none after the crossing. */
  updates: Update[];
  lastSent: Session['lastSent'];
  crossed: boolean;
  deferredCrossing?: Session['deferredCrossing'];
  /**
   * A position from 90 % on is held back: too little of the item was played, its duration still grows,
   * somebody only looked at that place, or the medium is far shorter than the title.
   */
  held?: 'insufficient-evidence' | 'settling' | 'trailer';
}>;

export type SessionMove = Readonly<{
  before: Session;
  /** The session after the move. */
  session: Session;
  playback: ObservedPlayback;
  /** `interval` in seconds, `now` in milliseconds since 1970. */
  rules: EvidenceRules & Pick<Rules, 'account' | 'interval' | 'now'>;
  /** The session ends with this move. */
  leaving?: boolean;
  /** Seconds played without a report, if the position was extrapolated. */
  unreported?: number;
}>;

export function nextUpdate(move: SessionMove): NextUpdate {
  const { session } = move;
  const place = placeOf(session);
  if (session.crossed || place.duration < 1) return nothing(session);
  // The popup shows this, and can still record the title.
  if (isOnlyClip(session, place)) return { ...nothing(session), held: 'trailer' };
  if (session.deferredCrossing !== undefined) return afterDeferral(move, place, session.deferredCrossing);
  if (mayCount(place.position, place.duration)) return nextCrossing(move, place);
  const cause = causeOf(move, place.position);
  return cause === undefined ? nothing(session) : send(move, cause, place);
}

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

/**
 * Seconds of the wall clock until the title of this medium is believed; at most 0 if it is. A session in
 * doubt sends nothing. At its end (`leaving`) it does, unless its medium more likely belongs to another
 * title.
 */
export function doubtSeconds({ doubt, former, playback }: Session, leaving = false): number {
  if (doubt === undefined || (leaving && doubt.isOther !== true)) return 0;
  const limit = former?.presumed === 'title' ? earlyMediumSeconds : latestTextSeconds;
  return limit - Math.abs(playback.at - doubt.since) / 1000;
}

/** Length of the work in seconds. */
export function workSeconds({ item, runtimes = [] }: Pick<Session, 'item' | 'runtimes'>): number {
  return item.runtime ?? runtimes[0] ?? 0;
}

/**
 * If the medium may be a trailer and the tracker knows no length, only its end is left for the person to
 * decide about.
 */
function isOnlyClip(session: Session, { position, duration }: SentPosition): boolean {
  const extent = session.offset ? 'whole' : extentOfSession(session);
  return extent === 'clip' || (extent === 'unknown' && !!session.runtimes && !mayCount(position, duration));
}

function afterDeferral(move: SessionMove, place: SentPosition, deferred: DeferredCrossing): NextUpdate {
  const { session, playback, leaving } = move;
  const deferredCrossing = withEnd(deferred, playback);
  // Nobody seeks back in an advertisement.
  const hasGoneBack = playback.seekFrom !== undefined && !mayCount(place.position, place.duration);
  const isOver = leaving || hasGoneBack || remainingDelay({ ...session, deferredCrossing }) <= 0;
  // The crossing counts even if the user has sought back since: the item was watched then.
  return isOver ? send(move, 'crossing', deferredCrossing) : { ...nothing(session), deferredCrossing };
}

/** Whole seconds, as they are sent. */
type SentPosition = Readonly<{
  position: number;
  duration: number;
  account?: string;
}>;

function placeOf(session: Session): SentPosition {
  const { playback, offset = 0 } = session;
  const duration = Math.round(offset > 0 ? workSeconds(session) : playback.duration);
  return { position: Math.min(duration, Math.floor(playback.position + offset)), duration };
}

function nothing({ lastSent, crossed }: Session): NextUpdate {
  return { updates: [], lastSent, crossed };
}

function send({ session, rules }: SessionMove, cause: Cause, place: SentPosition): NextUpdate {
  const { position, duration, account } = place;
  const crossing = cause === 'crossing';
  const sent = { sessionId: session.id, cause, position, duration, crossing, at: rules.now };
  const update: Update = { ...sent, ...defined({ account }) };
  const began = beginOf(session, place);
  const start: Update = { ...update, cause: 'start', position: began ?? 0, crossing: false };
  return {
    updates: began === undefined ? [update] : [start, update],
    lastSent: { position, at: session.playback.at },
    crossed: crossing,
  };
}

/**
 * Seconds: a position in the first half to send first. Needed if nothing was sent of a session that has
 * played there and is in the second half by now, because its title was in doubt. A tracker takes a later
 * position alone for the rest of an earlier viewing.
 */
function beginOf(
  { lastSent, played: [first] }: Session,
  { position, duration }: SentPosition,
): number | undefined {
  const half = duration / 2;
  if (lastSent !== undefined || first === undefined || position < half) return undefined;
  const end = Math.min(first[1], half - 1);
  return end - first[0] < minimumPlaySeconds ? undefined : Math.floor(end);
}

/** From this position on the tracker may count the item as watched, so it is sent only if it is to count. */
function nextCrossing(move: SessionMove, place: SentPosition): NextUpdate {
  const { session, rules, leaving = false } = move;
  if (missingEvidence(session, rules) > 0) return { ...nothing(session), held: 'insufficient-evidence' };
  const isSettling = isUnseen(session, leaving) || steadyAfter(session) > 0;
  if (isSettling) return { ...nothing(session), held: 'settling' };
  // Exactly 90 %: API v1 does not say whether it counts, so the next second is awaited.
  if (!isCrossing(place.position, place.duration)) return nothing(session);
  if (leaving || !isAdLength(place.duration)) return send(move, 'crossing', place);
  return {
    ...nothing(session),
    deferredCrossing: deferCrossing(session.playback, { ...place, account: rules.account }),
  };
}

function causeOf(move: SessionMove, position: number): Cause | undefined {
  const { session, leaving = false, unreported = 0 } = move;
  if (doubtSeconds(session, leaving) > 0) return undefined;
  if (session.lastSent === undefined) {
    if (playedSeconds(session.played) + unreported < minimumPlaySeconds) return undefined;
    return leaving ? 'leave' : 'start';
  }
  const moved = Math.abs(position - session.lastSent.position);
  if (moved < 1) return undefined;
  return leaving ? 'leave' : causeOfMove(move, moved);
}

/** Why an event of the player, or the interval, is worth an update. `moved`: seconds since the last one. */
function causeOfMove({ before, session, playback, rules }: SessionMove, moved: number): Cause | undefined {
  const { state, at } = session.playback;
  if (state === 'ended') return 'end';
  if (state === 'paused' && before.playback.state === 'playing') return 'pause';
  if (state === 'playing' && isDue(session, at, rules.interval)) return 'tick';
  // The report that stated the seek may have been lost.
  const hasJumped = playback.seekFrom !== undefined || !isContinuous(before.playback, playback);
  return hasJumped && moved >= seekSeconds ? 'seek' : undefined;
}

/**
 * An absolute distance: after the clock was set back, the session must not stay silent until the clock has
 * caught up.
 */
function isDue({ lastSent }: Session, at: number, interval: number): boolean {
  return lastSent !== undefined && Math.abs(at - lastSent.at) >= interval * 1000 - timerGrainMilliseconds;
}

/**
 * Seconds of the wall clock until the duration is believed; at most 0 if it is. A player that learns its
 * duration while loading (Netflix), or a live stream with a window, is always near its own end. A duration is
 * believed once it has stopped growing, or when the player has stopped at its very end.
 */
function steadyAfter({ grewAt, playback }: Pick<Session, 'grewAt' | 'playback'>): number {
  if (grewAt === undefined || playback.state === 'ended') return 0;
  return steadySeconds - Math.abs(playback.at - grewAt) / 1000;
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
