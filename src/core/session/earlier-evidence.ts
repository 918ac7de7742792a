import { isSameTitle } from '../media/item-key';
import { isRecord } from '../values/is-record';
import { addPlayed, type PlayedRanges, type TimeRange } from './session';
import {
  evidenceDays,
  maxEvidenceSessions,
  sameCutSeconds,
  sameCutShare,
  maxRecentItems,
  resumptionDays,
} from './thresholds';

/**
 * The parts of an item that one session has played, while the item does not yet count as watched. Stored, so
 * field names must not change.
 */
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
export type EarlierEvidence = SessionEvidence[];

export type EvidenceQuery = Readonly<{
  account: string;
  key: string;
  duration: number;
}>;

/**
 * What earlier sessions have played of this item: a film seen in two halves on two evenings is watched. It is
 * kept for a month, per account, item and duration, because ranges of different cuts cannot be compared. What
 * is seen twice counts once. The crossing removes all of it, so a rewatch starts at zero.
 */
export function earlierEvidence(all: EarlierEvidence, query: EvidenceQuery, now: number): PlayedRanges {
  return all
    .filter((one) => matches(one, query) && isKept(one, now))
    .flatMap(({ played }) => played)
    .reduce<PlayedRanges>((union, [from, to]) => addPlayed(union, from, Math.min(to, query.duration)), []);
}

/** Replaces the list's record of this session. A session that played nothing is not kept. */
export function rememberEvidence(all: EarlierEvidence, seen: SessionEvidence, now: number): EarlierEvidence {
  const others = all.filter((one) => one.id !== seen.id && isKept(one, now));
  if (seen.played.length === 0) return others;
  // Rounded to a tenth of a second: the list is read with every report of a page, so it is kept small.
  const played = seen.played.map(([from, to]): TimeRange => [toTenth(from), toTenth(to)]);
  return [...others.slice(1 - maxEvidenceSessions), { ...seen, played }];
}

/** Removes the evidence of an item that was watched to its end, so that it cannot count twice. */
export function forgetItem(all: EarlierEvidence, account: string, key: string): EarlierEvidence {
  return all.filter((one) => !isSameTitle(one.key, key) || one.account !== account);
}

/** Removes the evidence of a session of another viewer, or of an advertisement under the item's title. */
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

/** A time in the future comes from a clock that was wrong, so the distance counts in both directions. */
function isKept({ at }: SessionEvidence, now: number): boolean {
  return Math.abs(now - at) < evidenceDays * 86_400_000;
}

function toTenth(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}

/** Items whose crossing was sent recently: item key → time (milliseconds since 1970). Stored. */
export type RecentlyWatched = Readonly<Record<string, number>>;

/** What sessions record for later sessions. */
export type StoredEvidence = Readonly<{
  recentlyWatched: RecentlyWatched;
  earlier: EarlierEvidence;
}>;

/**
 * Whether a session continues a viewing that has just been watched. A new session of the item begins when the
 * page is reloaded during the credits, when a site resumes a little before the end, and when a person later
 * looks at the end again. In the second half of the item this is the same viewing; a rewatch starts at the
 * beginning.
 */
export function isResumption(
  recent: RecentlyWatched,
  key: string,
  position: number,
  duration: number,
  now: number,
): boolean {
  const at = recent[key];
  return at !== undefined && isRecent(at, now) && position > duration / 2;
}

export function rememberWatched(recent: RecentlyWatched, key: string, now: number): RecentlyWatched {
  const kept = Object.entries(recent).filter(([, at]) => isRecent(at, now));
  return Object.fromEntries([...kept.slice(1 - maxRecentItems), [key, now]]);
}

/**
 * The item is watched again from its beginning, so later playback no longer continues the earlier viewing.
 */
export function forgetWatched(recent: RecentlyWatched, key: string): RecentlyWatched {
  const { [key]: _, ...others } = recent;
  return others;
}

export function readRecentlyWatched(stored: unknown): RecentlyWatched {
  if (!isRecord(stored)) return {};
  const entries = Object.entries(stored);
  return Object.fromEntries(entries.filter((one): one is [string, number] => Number.isFinite(one[1])));
}

/** A time in the future comes from a clock that was wrong, so the distance counts in both directions. */
function isRecent(at: number, now: number): boolean {
  return Math.abs(now - at) < resumptionDays * 86_400_000;
}
