import { addPlayed, type PlayedRanges, type TimeRange } from './played-ranges';

/** What one session saw of an item that has not come to count as watched. */
export interface SessionEvidence {
  /** The session's id. */
  readonly id: string;
  /** Whose viewing it is (`accountKey`). */
  readonly account: string;
  /** `itemKey` of the item. */
  readonly key: string;
  /** Seconds; the places of a cut of another length say nothing of this one. */
  readonly duration: number;
  readonly played: PlayedRanges;
  /** Milliseconds since 1970, of the last word of the session. */
  readonly at: number;
}

/** Oldest first. */
export type EarlierEvidence = readonly SessionEvidence[];

export interface EvidenceQuery {
  readonly account: string;
  readonly key: string;
  readonly duration: number;
}

/**
 * What earlier sessions saw of this item: a film that is watched in two halves on two evenings has been watched, also
 * where the settings ask for most of it. It is kept for a month, for the item under the same words, at the same length
 * and for the same person. What is seen twice counts once, and the crossing forgets all of it: a rewatch starts at nothing.
 */
export function earlierEvidence(
  all: EarlierEvidence,
  { account, key, duration }: EvidenceQuery,
  now: number,
): PlayedRanges {
  const own = all.filter(
    (one) =>
      one.key === key &&
      one.account === account &&
      isSameLength(one.duration, duration) &&
      isKept(one.at, now),
  );
  return own
    .flatMap(({ played }) => played)
    .reduce<PlayedRanges>((union, [from, to]) => addPlayed(union, from, Math.min(to, duration)), []);
}

/** Puts the last word of a session in the place of the one before. */
export function rememberEvidence(all: EarlierEvidence, seen: SessionEvidence, now: number): EarlierEvidence {
  const others = all.filter(({ id, at }) => id !== seen.id && isKept(at, now));
  if (seen.played.length === 0) return others;
  // To the tenth of a second: it is read with every report of a page.
  const played = seen.played.map(([from, to]): TimeRange => [
    Math.round(from * 10) / 10,
    Math.round(to * 10) / 10,
  ]);
  return [...others.slice(1 - mostSessions), { ...seen, played }];
}

/** The item was watched to its end: nothing of it may count a second time. */
export function forgetItem(all: EarlierEvidence, account: string, key: string): EarlierEvidence {
  return all.filter((one) => one.key !== key || one.account !== account);
}

/** It was not this person who watched, or it was not the item. */
export function forgetSession(all: EarlierEvidence, id: string): EarlierEvidence {
  return all.filter((one) => one.id !== id);
}

export function readEarlierEvidence(stored: unknown): EarlierEvidence {
  return Array.isArray(stored) ? stored.filter(isSessionEvidence).slice(-mostSessions) : [];
}

function isSessionEvidence(value: unknown): value is SessionEvidence {
  if (typeof value !== 'object' || value === null) return false;
  const { id, account, key, duration, played, at } = value as Partial<Record<keyof SessionEvidence, unknown>>;
  const worded = [id, account, key].every((text) => typeof text === 'string');
  return (
    worded &&
    Number.isFinite(duration) &&
    Number.isFinite(at) &&
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

/** A time in the future is one of a clock that was wrong. */
function isKept(at: number, now: number): boolean {
  return Math.abs(now - at) < days * 86_400_000;
}

function isSameLength(one: number, other: number): boolean {
  return Math.abs(one - other) <= Math.max(2, other * 0.01);
}

const days = 30;
const mostSessions = 200;
