import type { Settings } from '../settings/settings';
import {
  minimumEvidenceSeconds,
  minimumEvidenceShare,
  watchedThreshold,
  lateHeartbeatSeconds,
  clockGrainSeconds,
  minimumTailSeconds,
  minimumPlaySeconds,
} from './thresholds';
import { type Session, type PlayedRanges, type TimeRange, addPlayed, playedSeconds } from './session';
import type { Item } from '../media/item';

/**
 * A crossing is confirmed only above 90 %. API v1 does not say what happens at exactly 90 %, so a position
 * that may or may not have counted is never the last one sent. Both arguments are whole seconds, as sent.
 */
export function isCrossing(position: number, duration: number): boolean {
  return duration > 0 && position / duration > watchedThreshold;
}

/** Whether the tracker may count the item as watched from this position (whole seconds). */
export function mayCount(position: number, duration: number): boolean {
  return duration > 0 && position / duration >= watchedThreshold;
}

/** Last whole second that cannot count as watched. */
export function lastSecondBelow(duration: number): number {
  return Math.ceil(Math.round(duration) * watchedThreshold) - 1;
}

/** First whole second that is a crossing. */
export function crossingSecond(duration: number): number {
  // Calculated in whole numbers: 0.9 has no exact binary form, and a second too early would not be a
  // crossing.
  return Math.floor((duration * 9) / 10) + 1;
}

/** Seconds of the item that must have been played before a position from 90 % on is believed. */
function neededSeconds(duration: number, evidence: Settings['evidence']): number {
  return evidence === 0
    ? Math.min(minimumEvidenceSeconds, duration * minimumEvidenceShare)
    : duration * evidence;
}

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

/** Whether a position past 90 % has not really been watched up to. `leaving`: the player is left there. */
export function isUnseen(session: Pick<Session, 'playback' | 'played'>, leaving: boolean): boolean {
  return isOnlyShown(session) || (!leaving && missingTail(session) > 0);
}

/** A paused player was moved there and has not played: nobody has watched up to this position. */
function isOnlyShown({ playback, played }: Pick<Session, 'playback' | 'played'>): boolean {
  return playback.state === 'paused' && rangeAt(playback.position, played) === undefined;
}

/**
 * Seconds that must still be played past 90 % before the position counts. At most 0 if enough was played, if
 * playing has led there, and at the end.
 */
export function missingTail({ playback, played }: Pick<Session, 'playback' | 'played'>): number {
  const { state, position, duration } = playback;
  if (state === 'ended') return 0;
  const [from] = rangeAt(position, played) ?? [position];
  const left = duration - clockGrainSeconds - position;
  return from < crossingSecond(Math.round(duration))
    ? 0
    : Math.min(minimumTailSeconds - (position - from), left);
}

/** The range played without a gap up to a position. */
function rangeAt(position: number, played: PlayedRanges): TimeRange | undefined {
  return played.find(([from, to]) => from <= position && to >= position - clockGrainSeconds);
}

export type EvidenceRules = Readonly<{
  evidence: Settings['evidence'];
  /** What earlier sessions saw of this item at this duration in seconds (earlier-evidence.ts). */
  earlierEvidence: (item: Item, duration: number) => PlayedRanges;
}>;

/**
 * Seconds of the item that must still be played before a position from 90 % on is believed; at most 0 if
 * there is enough. Earlier sessions count too, but never alone: a page that opens near the end has shown
 * nothing yet.
 */
export function missingEvidence(
  { item, played, playback }: Session,
  { evidence, earlierEvidence }: EvidenceRules,
): number {
  const duration = Math.round(playback.duration);
  const needed = neededSeconds(duration, evidence);
  const own = playedSeconds(played);
  if (own >= needed) return 0;
  const together = played.reduce<PlayedRanges>(
    (union, [from, to]) => addPlayed(union, from, to),
    earlierEvidence(item, duration),
  );
  return Math.max(needed - playedSeconds(together), Math.min(minimumPlaySeconds, needed) - own);
}
