import type { Title } from '../page/titles';
import type { Fact, Truth } from './truth';

export type Played = Extract<Fact, { kind: 'played' }>;
export type Left = Extract<Fact, { kind: 'left' }>;

/** One viewing of a title, as a person would count it. */
export interface Viewing {
  readonly title: Title;
  readonly parts: Played[];
  /**
   * What pages have played of an earlier viewing since this one began. Two tabs with the same title are one
   * viewing, so it may as well be of this one: begun in a tab, and gone on with in the other by a seek.
   */
  readonly shared: Played[];
  /** It began when the title was opened again, not by a seek in the same page, or in the one before a reload. */
  readonly opened: boolean;
  /** When the title passed 90 % while it played; undefined: never. */
  crossedAt: number | undefined;
}

/** From here on the tracker counts a title as watched. */
const WATCHED = 0.9;

/**
 * The viewings of one title in order. A title that was seen to its end and plays in its first half again is
 * seen anew; anything else goes on where it was left. Where pages play it at the same time, each goes on with
 * the viewing that it had. `mark`: the second at which it counts as seen. `isShared`: the newest viewing ends also
 * where a page with an earlier one has jumped since it began, and plays to the end of the title.
 */
export function viewingsOf(
  { facts }: Truth,
  title: Title,
  mark = watchedFrom(title),
  isShared = false,
): readonly Viewing[] {
  const viewings: Viewing[] = [];
  const byPage = new Map<number, Viewing>();
  const reached = new Map<number, number>();
  const jumped = new Set<number>();
  let lastPage: number | undefined;
  for (const fact of facts) {
    if (fact.kind !== 'played' || fact.title !== title) continue;
    const { page, from, to } = fact;
    let viewing = byPage.get(page) ?? viewings.at(-1);
    const isAnew = viewing?.crossedAt !== undefined && from < title.duration / 2;
    if (viewing === undefined || (isAnew && !goesOnBeside(facts, viewing, fact, mark))) {
      const opened = lastPage !== page && !wasMovedThere(facts, lastPage, fact);
      viewing = { title, parts: [], shared: [], opened, crossedAt: undefined };
      viewings.push(viewing);
      jumped.clear();
    }
    if (Math.abs(from - (reached.get(page) ?? from)) > 1) jumped.add(page);
    reached.set(page, to);
    viewing.parts.push(fact);
    const newest = viewings.at(-1);
    if (newest !== viewing) newest?.shared.push(fact);
    if (to > mark) viewing.crossedAt ??= crossingTime(fact, mark);
    if (to > mark && isShared && jumped.has(page) && newest) newest.crossedAt ??= crossingTime(fact, mark);
    byPage.set(page, viewing);
    lastPage = page;
  }
  return viewings;
}

/** For so long a page has played when another tab is known to have given way to it. */
const KNOWN_MILLISECONDS = 20_000;
/** An interval between two updates: what disturbs the worker or the clock may move the viewing to another tab. */
const UNDISTURBED_MILLISECONDS = 371_000;

/**
 * The title passed 90 % in a tab that was open before, while this page, in front, has played it without a
 * pause: they are one viewing, which goes on here.
 */
function goesOnBeside(
  facts: readonly Fact[],
  { parts, crossedAt = 0 }: Viewing,
  part: Played,
  mark: number,
): boolean {
  const crossedIn = parts.find(({ to }) => to > mark)?.page ?? Infinity;
  const isDisturbed = facts.some(
    ({ kind, at }) =>
      (kind === 'break' || kind === 'jump') && at > crossedAt - UNDISTURBED_MILLISECONDS && at <= part.at,
  );
  if (crossedIn >= part.page || isDisturbed) return false;
  let next = part;
  for (const one of parts.filter(({ page, at }) => page === part.page && at < part.at).toReversed()) {
    if (!next.allowed || !next.named || beginOf(next) <= crossedAt - KNOWN_MILLISECONDS) break;
    if (beginOf(next) - one.at > 1 || next.from - one.to > 1) break;
    next = one;
  }
  return next.allowed && next.named && beginOf(next) <= crossedAt - KNOWN_MILLISECONDS;
}

/** Seconds of the clock for which the part has played; its positions are seconds of the title. */
export function clockSeconds({ from, to, rate }: Played): number {
  return (to - from) / rate;
}

/** When the part began: facts are told after they have played. */
export function beginOf(part: Played): number {
  return part.at - clockSeconds(part) * 1000;
}

/** When these parts passed the mark first. */
export function crossedAtOf(parts: readonly Played[], mark: number): number | undefined {
  const first = parts.find(({ to }) => to > mark);
  return first && crossingTime(first, mark);
}

/** Seconds: a position from which nobody doubts that the title was watched. */
export function watchedFrom({ duration }: Title): number {
  return duration * WATCHED + 2;
}

/** The page before was left where this part begins: a seek has led there, and the title was loaded anew. */
function wasMovedThere(
  facts: readonly Fact[],
  page: number | undefined,
  { title, at, from }: Played,
): boolean {
  return facts.some(
    (fact) =>
      fact.kind === 'left' &&
      fact.page === page &&
      fact.title === title &&
      fact.at <= at &&
      Math.abs(fact.position - from) < 1,
  );
}

/** When the part passed the mark. */
function crossingTime({ at, from, to, rate }: Played, mark: number): number {
  return from >= mark ? at : at - ((to - mark) / rate) * 1000;
}

/** Seconds of the title that were seen, each counted once. */
export function secondsSeen(parts: readonly Played[]): number {
  const sorted = parts.map(({ from, to }) => [from, to] as const).sort((a, b) => a[0] - b[0]);
  let seen = 0;
  let until = 0;
  for (const [from, to] of sorted) {
    seen += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return seen;
}

/** Seconds for which a page may name another title than the one that plays: it names the next one late, or early. */
export const LATE_SECONDS = 12;

export function secondsUnnamed(parts: readonly Played[]): number {
  return parts.reduce((sum, part) => sum + (part.named ? 0 : clockSeconds(part)), 0);
}
