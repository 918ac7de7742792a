import { isSameTitle } from '../media/same-title';
import { isRecord } from '../values/is-record';
import { addPlayed, type PlayedRanges, type TimeRange } from './played-ranges';
import { evidenceDays, maxEvidenceSessions, sameCutSeconds, sameCutShare } from './thresholds';

/** What one session saw of an item that does not count as watched yet. Stored, so field names stay. */
export type SessionEvidence = Readonly<{
  /** The session's id. */
  id: string;
  /** Whose viewing it is (`accountKey`). */
  account: string;
  /** `itemKey` of the item. */
  key: string;
  /** Seconds. */
  duration: number;
  played: PlayedRanges;
  /** Milliseconds since 1970, of the session's last report. */
  at: number;
}>;

/** Oldest first. */
export type EarlierEvidence = readonly SessionEvidence[];

export type EvidenceQuery = Readonly<{
  account: string;
  key: string;
  duration: number;
}>;

/**
 * What earlier sessions saw of this item: a film that is watched in two halves on two evenings has been
 * watched. It is kept for a month, per account, item and duration, since the ranges of another cut do not
 * compare. What is seen twice counts once. The crossing removes all of it, so that a rewatch starts at
 * nothing.
 */
export function earlierEvidence(all: EarlierEvidence, query: EvidenceQuery, now: number): PlayedRanges {
  return all
    .filter((one) => matches(one, query) && isKept(one, now))
    .flatMap(({ played }) => played)
    .reduce<PlayedRanges>((union, [from, to]) => addPlayed(union, from, Math.min(to, query.duration)), []);
}

/** Replaces what the list holds of this session. A session that saw nothing is not kept. */
export function rememberEvidence(all: EarlierEvidence, seen: SessionEvidence, now: number): EarlierEvidence {
  const others = all.filter((one) => one.id !== seen.id && isKept(one, now));
  if (seen.played.length === 0) return others;
  // To the tenth of a second: the list is read with every report of a page, so it is kept small.
  const played = seen.played.map(([from, to]): TimeRange => [toTenth(from), toTenth(to)]);
  return [...others.slice(1 - maxEvidenceSessions), { ...seen, played }];
}

/** For an item that was watched to its end: nothing of it may count a second time. */
export function forgetItem(all: EarlierEvidence, account: string, key: string): EarlierEvidence {
  return all.filter((one) => !isSameTitle(one.key, key) || one.account !== account);
}

/** For a session of another viewer, or of an advertisement under the item's title. */
export function forgetSession(all: EarlierEvidence, id: string): EarlierEvidence {
  return all.filter((one) => one.id !== id);
}

export function readEarlierEvidence(stored: unknown): EarlierEvidence {
  return Array.isArray(stored) ? stored.filter(isSessionEvidence).slice(-maxEvidenceSessions) : [];
}

function isSessionEvidence(value: unknown): value is SessionEvidence {
  if (!isRecord(value)) return false;
  const { id, account, key, duration, played, at } = value;
  return (
    [id, account, key].every((text) => typeof text === 'string') &&
    [duration, at].every(Number.isFinite) &&
    Array.isArray(played) &&
    played.every(isTimeRange)
  );
}

function isTimeRange(value: unknown): value is TimeRange {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    value.every((second) => Number.isFinite(second) && second >= 0)
  );
}

function matches(one: SessionEvidence, { account, key, duration }: EvidenceQuery): boolean {
  const tolerance = Math.max(sameCutSeconds, duration * sameCutShare);
  return (
    isSameTitle(one.key, key) && one.account === account && Math.abs(one.duration - duration) <= tolerance
  );
}

/** A time in the future comes from a clock that was wrong, so the distance counts either way. */
function isKept({ at }: SessionEvidence, now: number): boolean {
  return Math.abs(now - at) < evidenceDays * 86_400_000;
}

function toTenth(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
