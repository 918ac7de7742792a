import { addPlayed, type Played, type Stretch } from './played-ranges';

/** What one session saw of an item that has not come to count as watched. */
export interface Seen {
  /** The session's id. */
  readonly id: string;
  /** Whose viewing it is (`accountKey`). */
  readonly account: string;
  /** `itemKey` of the item. */
  readonly key: string;
  /** Seconds; the places of a cut of another length say nothing of this one. */
  readonly duration: number;
  readonly played: Played;
  /** Milliseconds since 1970, of the last word of the session. */
  readonly at: number;
}

/** Oldest first. */
export type SeenEarlier = readonly Seen[];

export interface Viewed {
  readonly account: string;
  readonly key: string;
  readonly duration: number;
}

/**
 * What earlier sessions saw of this item: a film that is watched in two halves on two evenings has been watched, also
 * where the settings ask for most of it. It is kept for a month, for the item under the same words, at the same length
 * and for the same person. What is seen twice counts once, and the crossing forgets all of it: a rewatch starts at nothing.
 */
export function seenEarlier(all: SeenEarlier, { account, key, duration }: Viewed, now: number): Played {
  const own = all.filter(
    (one) =>
      one.key === key &&
      one.account === account &&
      isSameLength(one.duration, duration) &&
      isKept(one.at, now),
  );
  return own
    .flatMap(({ played }) => played)
    .reduce<Played>((union, [from, to]) => addPlayed(union, from, Math.min(to, duration)), []);
}

/** Puts the last word of a session in the place of the one before. */
export function noteSeen(all: SeenEarlier, seen: Seen, now: number): SeenEarlier {
  const others = all.filter(({ id, at }) => id !== seen.id && isKept(at, now));
  if (seen.played.length === 0) return others;
  // To the tenth of a second: it is read with every report of a page.
  const played = seen.played.map(([from, to]): Stretch => [
    Math.round(from * 10) / 10,
    Math.round(to * 10) / 10,
  ]);
  return [...others.slice(1 - mostSessions), { ...seen, played }];
}

/** The item was watched to its end: nothing of it may count a second time. */
export function forgetItem(all: SeenEarlier, account: string, key: string): SeenEarlier {
  return all.filter((one) => one.key !== key || one.account !== account);
}

/** It was not this person who watched, or it was not the item. */
export function forgetSession(all: SeenEarlier, id: string): SeenEarlier {
  return all.filter((one) => one.id !== id);
}

export function readSeenEarlier(stored: unknown): SeenEarlier {
  return Array.isArray(stored) ? stored.filter(isSeen).slice(-mostSessions) : [];
}

function isSeen(value: unknown): value is Seen {
  if (typeof value !== 'object' || value === null) return false;
  const { id, account, key, duration, played, at } = value as Partial<Record<keyof Seen, unknown>>;
  const worded = [id, account, key].every((text) => typeof text === 'string');
  return (
    worded &&
    Number.isFinite(duration) &&
    Number.isFinite(at) &&
    Array.isArray(played) &&
    played.every(isStretch)
  );
}

function isStretch(value: unknown): value is Stretch {
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
