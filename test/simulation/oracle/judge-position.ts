import { countJudged } from '../coverage-names';
import type { Title } from '../page/titles';
import type { Person, Stored } from '../tracker/tracker';
import type { World } from '../world';
import {
  accountAt,
  GROWS,
  doubtOf,
  isFollowedUnseen,
  LONGEST_AD_SECONDS,
  LOOK_MILLISECONDS,
  SHORTEST_SECONDS,
  TWO_TABS,
  wasDoubted,
  staysCrashed,
  waitsByOldClock,
  waitsForPerson,
} from './exceptions';
import type { Fact, Truth } from './truth';
import { clockSeconds, type Left, type Played, type Viewing } from './viewings';

/** The promise: this far from the truth, in seconds, where the world gave a chance to tell. */
const PROMISED_SECONDS = 20;
/** The default interval with its jitter, in seconds: how old the last update may be where nothing told. */
export const INTERVAL_SECONDS = 300 * 1.2 + 10;

/** The extension sends nothing about a page that played less than ten seconds, and notices it within ten. */
const SHORTEST_PLAY_SECONDS = 20;

/** How long it takes until an event of the player is stored, with the start of a worker. */
const REPORT_MILLISECONDS = 1_900;

/**
 * Judges where an unfinished title goes on. A last stay that was too short to be told of leaves the place of
 * the stay before, as far as the page has told of that one.
 */
export function judgePosition(
  world: World,
  person: Person,
  title: Title,
  viewings: readonly Viewing[],
  stored: Stored | undefined,
): readonly string[] {
  const { truth } = world;
  const [viewing] = viewings;
  const left = lastLeft(truth, title);
  if (viewings.length !== 1 || viewing === undefined || left === undefined) return [];
  const why = whyExempt(world, viewing, left, person);
  if (why === NO_PLACE) return [];
  const problem = problemAt(truth, viewing, left, stored);
  // Of several tabs either may have told its place last.
  const isOfOther = why === OTHER_TAB && isPlaceOfAny(truth, viewing, stored);
  countJudged(world.judged, 'place', { why, isWrong: problem !== undefined && !isOfOther });
  if (problem === undefined || isOfOther || (why !== undefined && why !== OTHER_TAB)) return [];
  const before = isShortStay(truth, left)
    ? lastLeft(truth, title, left.at)
    : whenTurnedOn(truth, viewing, left);
  if (before !== undefined && problemAt(truth, viewing, before, stored) === undefined) return [];
  return [`${title.key} (${Math.round(title.duration)} s) of ${person}: ${problem}`];
}

/** Why this cannot be the place at which the title was left. */
function problemAt(
  truth: Truth,
  viewing: Viewing,
  left: Left,
  stored: Stored | undefined,
): string | undefined {
  const place = `left at ${left.position.toFixed(1)}${left.silenced ? ' to another site' : ''}`;
  if (stored === undefined) return `${place}, and no position is stored`;
  const ahead = stored.progress - left.position;
  const jumps = jumpsBefore(truth, left);
  const rate = highestRate(truth, left);
  const isPrompt = wasTold(truth, left, viewing) && jumps.length === 0;
  const mayLag = PROMISED_SECONDS + (isPrompt ? 0 : unstoredIntervals(truth, left) * INTERVAL_SECONDS * rate);
  // What is extrapolated goes no further than one interval.
  const isCrashed = left.wasPlaying && staysCrashed(truth, left.page);
  const unheard = isCrashed ? Infinity : Math.max(longestJump(jumps), unheardSeconds(truth, left));
  const mayLead = Math.max(
    PROMISED_SECONDS + Math.min(unheard, INTERVAL_SECONDS) * rate,
    waitingSeconds(left, viewing) * rate + REPORT_MILLISECONDS / 1000,
  );
  if (ahead <= mayLead && -ahead <= mayLag) return undefined;
  return `${place}, and ${stored.progress} is stored (${ahead.toFixed(1)} s, may lag ${mayLag.toFixed(0)} s)`;
}

/**
 * Another title played in the page before, or the page was left and is shown again, and since then this one has
 * played for less than what is told.
 */
function isShortStay({ facts }: Truth, { page, title, at }: Left): boolean {
  const own = facts.filter(
    (fact): fact is Extract<Fact, { kind: 'played' | 'left' }> =>
      (fact.kind === 'played' && fact.page === page && fact.at <= at) ||
      (fact.kind === 'left' && fact.page === page && fact.at < at),
  );
  const other = own.findLastIndex((fact) => fact.kind === 'left' || fact.title !== title);
  const stay = own
    .slice(other + 1)
    .reduce((sum, fact) => (fact.kind === 'played' ? sum + fact.to - fact.from : sum), 0);
  return other !== -1 && stay < SHORTEST_PLAY_SECONDS;
}

/** Where it stood when recording was turned on again, if it has played since for less than what is told. */
function whenTurnedOn({ facts }: Truth, { parts }: Viewing, left: Left): Left | undefined {
  const on = facts.findLast(({ kind, at }) => kind === 'recording-on' && at <= left.at)?.at ?? 0;
  const own = parts.filter(({ page }) => page === left.page);
  const since = own.reduce((sum, { at, from, to }) => (at > on ? sum + to - from : sum), 0);
  const last = own.findLast(({ at }) => at <= on);
  return last && since < SHORTEST_PLAY_SECONDS ? { ...left, at: last.at, position: last.to } : undefined;
}

function lastLeft({ facts }: Truth, title: Title, before = Infinity): Left | undefined {
  return facts.findLast(
    (fact): fact is Left => fact.kind === 'left' && fact.title === title && fact.at < before,
  );
}

/**
 * Where both a stored position and none, or an older one, are right, nothing is judged, and why; undefined: it is
 * judged.
 */
function whyExempt(
  { truth, traits }: World,
  viewing: Viewing,
  left: Left,
  person: Person,
): string | undefined {
  const { title, parts } = viewing;
  const own = parts.filter(({ page, lengthKnown }) => lengthKnown && page === left.page);
  const played = own.reduce((sum, { from, to }) => sum + to - from, 0);
  const [first] = own;
  const stay = beginOfStay(truth, left, own);
  // From 85 % on the next thing to happen may be the crossing.
  const reached = Math.max(left.position, ...parts.map(({ to }) => to));
  if (reached > title.duration * 0.85 || title.duration < SHORTEST_SECONDS) return NO_PLACE;
  if (first === undefined || stay === undefined || played < SHORTEST_PLAY_SECONDS) return NO_PLACE;
  if (!own.every(({ allowed }) => allowed)) return NO_PLACE;
  if (accountAt(truth, first.at, left.at + 60_000) !== person) return NO_PLACE;
  const nameless = secondsAfterNameless(truth, stay);
  // Until it is settled whose the medium is, at most its end is sent.
  const unsettled = nameless > 0 && !left.told ? Math.max(nameless, LATEST_TEXT_SECONDS) : nameless;
  const since = Math.min(played, playedSince(truth, own, true)) - secondsUntilReached(truth);
  const isFront = isInFront(truth, left, own);
  const reasons: readonly (readonly [string, () => boolean])[] = [
    ['forgotten in a break', () => since < SHORTEST_PLAY_SECONDS],
    ['named late', () => !own.every(({ named }) => named)],
    ['after another medium', () => since < SHORTEST_PLAY_SECONDS + unsettled],
    ['moved unknown', () => isMovedUnknown(truth, own, left)],
    ['lost with memory', () => isLostWithMemory(truth, left)],
    ['signed in since', () => isUntoldToPerson(truth, viewing, left, person)],
    ['waits for the person', () => waitsForPerson(truth, title)],
    ['waits by an old clock', () => waitsByOldClock(truth, title)],
    ['followed unseen', () => isFollowedUnseen(truth, title, left.page, left.at)],
    ['misnamed later', () => isMisnamedLater(truth, left)],
    ['the tracker names nobody', () => !traits.accountId && isLostToNobody(truth)],
  ];
  const doubt = doubtOf(truth, title, left.at, isFront ? [GROWS, TWO_TABS] : [GROWS]);
  const why = reasons.find(([, holds]) => holds())?.[0] ?? (doubt && `doubt: ${doubt}`);
  const isShared = hasOtherPlayedOn(truth, own, left) || isRecordedTwice(truth, left, isFront);
  return why ?? (isShared ? OTHER_TAB : undefined);
}

const OTHER_TAB = 'another tab';

/** Whether one of the pages that have played the title was left there. */
function isPlaceOfAny(truth: Truth, viewing: Viewing, stored: Stored | undefined): boolean {
  const isOwn = (fact: Fact): fact is Left => fact.kind === 'left' && fact.title === viewing.title;
  return truth.facts.filter(isOwn).some((left) => problemAt(truth, viewing, left, stored) === undefined);
}

/** Nothing of it was to be told, or it is watched. */
const NO_PLACE = 'no place';

/**
 * Its last update was of the person who was signed in before, and the next one is an interval later: nothing of
 * it was told when nothing is heard of its end.
 */
function isUntoldToPerson(truth: Truth, viewing: Viewing, left: Left, person: Person): boolean {
  const begunAt = viewing.parts[0]?.at ?? left.at;
  return accountAt(truth, begunAt, left.at + 60_000) !== person && !wasTold(truth, left, viewing);
}

/** Another tab has played it after this one: where that one stands is its place. */
function hasOtherPlayedOn({ facts }: Truth, own: Viewing['parts'], { page, title, at }: Left): boolean {
  const last = own.at(-1)?.at ?? at;
  return facts.some(
    (fact) =>
      fact.kind === 'played' &&
      fact.title === title &&
      fact.page !== page &&
      fact.at > last &&
      fact.at <= at + REPORT_MILLISECONDS,
  );
}

/**
 * Another tab has played the title too since the last update, and the place is that of its own update: it was in
 * front, or only one of the two sites states the year of the film, so that both are recorded.
 */
function isRecordedTwice({ facts }: Truth, { page, title, at }: Left, isFront: boolean): boolean {
  const since = at - INTERVAL_SECONDS * 1000;
  const last = facts.filter(
    (fact): fact is Viewing['parts'][number] =>
      fact.kind === 'played' && fact.title === title && fact.at > since,
  );
  const own = last.find((fact) => fact.page === page);
  return last.some((fact) => fact.page !== page && (!isFront || fact.yearStated !== own?.yearStated));
}

/**
 * The page has played the title for long, until it was left, and was opened after all others that play it: it is
 * in front, and what it shows is recorded.
 */
function isInFront({ facts }: Truth, { title, page, at }: Left, own: Viewing['parts']): boolean {
  const last = own.at(-1);
  if (last === undefined || at - last.at > REPORT_MILLISECONDS) return false;
  const isOther = (fact: Fact) => fact.kind === 'played' && fact.title === title && fact.page > page;
  const played = own.filter((part) => part.at > at - FRONT_MILLISECONDS);
  const seconds = played.reduce((sum, part) => sum + clockSeconds(part), 0);
  return !facts.some(isOther) && seconds * 1000 >= FRONT_MILLISECONDS;
}

/** Longer than the interval between two updates, with its jitter. */
const FRONT_MILLISECONDS = 371_000;

/** Another page names this title for long over the medium of the next one: that seems to be this one's. */
function isMisnamedLater({ facts }: Truth, { title, page, at }: Left): boolean {
  const seconds = facts.reduce(
    (sum, fact) =>
      fact.kind === 'played' &&
      fact.at > at &&
      fact.page !== page &&
      fact.namedAs === title &&
      fact.title !== title
        ? sum + clockSeconds(fact)
        : sum,
    0,
  );
  return seconds >= LATE_TEXT_SECONDS;
}

/**
 * Without an id in the token answer nobody can tell whether it is the same person who signs in again: what was
 * not sent until another one did is nobody's. Only a tracker that asks to wait, or fails, keeps it for so long
 * where nobody has signed out.
 */
function isLostToNobody({ accountChanges, odd }: Truth): boolean {
  const people = new Set(accountChanges.map(({ account }) => account));
  return people.size > 2 || (odd > 0 && people.size > 1 && !people.has(undefined));
}

/** The part with which the title began to play in its page after another one, or at first. */
function beginOfStay(
  { facts }: Truth,
  { page, title, at }: Left,
  own: Viewing['parts'],
): Viewing['parts'][number] | undefined {
  const other = facts.findLast(
    (fact) => fact.kind === 'played' && fact.page === page && fact.title !== title && fact.at <= at,
  );
  return own.find((part) => part.at > (other?.at ?? 0));
}

/** For so long a page may go on naming the title before, so that a medium which follows another is doubtful. */
const LATE_TEXT_SECONDS = 20;
/** For so long a medium may get another title. */
const LATEST_TEXT_SECONDS = 90;

/**
 * A medium that the page has never named, or only late and for seconds, or that had just begun, played last before
 * this title, whose name came first: that medium seemed to be its own, and the next one under the same name seems to
 * be the one after it, or an advertisement where it is much shorter, or both are as short as one. Seconds until that
 * is settled.
 */
function secondsAfterNameless({ facts }: Truth, { page, title, at }: Viewing['parts'][number]): number {
  const before = facts.findLast(
    (fact) => fact.kind === 'played' && fact.page === page && fact.title !== title && fact.at <= at,
  );
  if (before?.kind !== 'played') return 0;
  if (!wasNamedLate(facts, before)) {
    // The page has stated nothing of it, also where the site means it.
    if (before.named && !isUnreadable(facts, before.title)) return 0;
    if (!hasJustBegun(facts, before) && !wasDoubted({ facts }, before.title)) return 0;
  }
  const { duration } = before.title;
  const areShort = title.duration <= LONGEST_AD_SECONDS && duration <= LONGEST_AD_SECONDS;
  if (areShort || title.duration < duration / 2) return Infinity;
  // What follows more than an advertisement, and has another length, shows no place before its title is settled.
  const isOther = duration > LONGEST_AD_SECONDS && Math.abs(title.duration - duration) > 5;
  return isOther ? LATEST_TEXT_SECONDS : LATE_TEXT_SECONDS;
}

/** The page has named it late, and it has played on for too short a time for its name to be believed. */
function wasNamedLate(facts: readonly Fact[], last: Played): boolean {
  const own = facts.filter(
    (fact): fact is Played =>
      fact.kind === 'played' && fact.page === last.page && fact.title === last.title && fact.at <= last.at,
  );
  const named = own.reduce((sum, part) => (part.named ? sum + clockSeconds(part) : sum), 0);
  return last.named && own.some((part) => !part.named) && named < LATE_TEXT_SECONDS;
}

function isUnreadable(facts: readonly Fact[], title: Title): boolean {
  return facts.some((fact) => fact.kind === 'doubt' && fact.title === title && fact.why === UNREADABLE);
}

/**
 * The first medium of a page follows no other, unless it has begun again: its name is settled when the page has
 * been looked at.
 */
function hasJustBegun(facts: readonly Fact[], last: Extract<Fact, { kind: 'played' }>): boolean {
  const { page, title, to, at } = last;
  const earlier = facts.filter(
    (fact) => (fact.kind === 'ad' || fact.kind === 'played') && fact.page === page && fact.at < at,
  );
  const follows = earlier.some(
    (fact) => fact.kind === 'ad' || (fact.kind === 'played' && (fact.title !== title || fact.to > to)),
  );
  const named = earlier.reduce(
    (sum, fact) => (fact.kind === 'played' && fact.named ? sum + clockSeconds(fact) : sum),
    0,
  );
  // Also where a page that was loaded anew goes on in the middle.
  return named * 1000 < LOOK_MILLISECONDS || (to < LATE_TEXT_SECONDS && follows);
}

/**
 * A worker that ends while it starts for a new version, or with the browser, is started again by an alarm, and
 * only then reaches the pages that are open.
 */
function secondsUntilReached({ facts }: Truth): number {
  const isCutOff = facts.some(
    ({ kind, at }, index) =>
      kind === 'break' &&
      facts
        .slice(0, index)
        .some(
          (before) =>
            before.kind === 'break' && before.forgets === true && before.at > at - START_MILLISECONDS,
        ),
  );
  return isCutOff ? START_ALARM_SECONDS : 0;
}

/** In which a worker has reached all open pages after the start of the browser, or of a new version. */
const START_MILLISECONDS = 5_000;
const START_ALARM_SECONDS = 31;

/**
 * Nothing is known of the page any more since it played, or its session has ended with the access to its site,
 * and a place to which it was moved is only shown.
 */
function isMovedUnknown({ facts }: Truth, own: Viewing['parts'], left: Left): boolean {
  const last = own.at(-1);
  return (
    last !== undefined &&
    Math.abs(left.position - last.to) > 1 &&
    facts.some(
      (fact) =>
        fact.kind === 'break' &&
        (fact.forgets === true || fact.why === ACCESS_CHANGES) &&
        fact.at > last.at &&
        fact.at < left.at,
    )
  );
}

/**
 * Intervals between the last update that was stored and the end: a full disk takes neither the last update nor
 * the end, and what is kept in memory until the next one goes with the browser.
 */
function unstoredIntervals({ facts }: Truth, { at }: Left): number {
  const isRefused = facts.some(
    (fact) =>
      fact.kind === 'break' &&
      fact.why === DISK_FULL &&
      fact.at > at - 2 * INTERVAL_SECONDS * 1000 &&
      fact.at <= at + REPORT_MILLISECONDS,
  );
  return isRefused ? 2 : 1;
}

/** What a full disk does not take is kept in memory until the next update, and is gone when that is emptied. */
function isLostWithMemory({ facts }: Truth, { at }: Left): boolean {
  const interval = INTERVAL_SECONDS * 1000;
  const emptied = facts.findLast(
    (fact) => fact.kind === 'break' && fact.forgets === true && fact.at < at + interval,
  );
  // The disk may refuse more after that: each refusal counts, not only the last one.
  return facts.some(
    (fact) =>
      fact.kind === 'break' &&
      fact.why === DISK_FULL &&
      emptied !== undefined &&
      fact.at > at - interval &&
      fact.at <= emptied.at,
  );
}

/**
 * Seconds by which the clock of the worker has jumped just before: the computer has slept, the page was
 * frozen or the clock was set. The page notices that at its next look, up to 15 s of play later; no event of the browser
 * tells it earlier. Where only the clock of the worker jumps, the next update shows it.
 */
function jumpsBefore({ facts }: Truth, { at }: Left): readonly number[] {
  return facts.flatMap((fact) => {
    if (fact.kind !== 'jump') return [];
    const unnoticed = fact.seen ? LOOK_MILLISECONDS : INTERVAL_SECONDS * 1000;
    return fact.at <= at && fact.at > at - unnoticed ? fact.seconds : [];
  });
}

/**
 * What a page that is left for another site says, and the browser, is said once (Chromium drops the first): a
 * worker that ends before it has stored anything of that has no trace of it; nor has one that cannot store what
 * it hears, be it of the page or of the browser. The next one hears that the tab is closed, or shows another
 * page, and cannot know since when. Seconds until then, at most.
 */
function unheardSeconds({ facts }: Truth, { elsewhere, wasPlaying, at }: Left): number {
  const isLost = facts.some(
    (fact) =>
      fact.kind === 'break' &&
      ((fact.why === WORKER_ENDS && elsewhere && fact.at >= at && fact.at < at + HEARD_MILLISECONDS) ||
        (fact.why === STORAGE_FAILS && fact.at <= at && fact.at > at - INTERVAL_SECONDS * 1000)),
  );
  return wasPlaying && isLost ? Infinity : 0;
}

/**
 * Seconds for which the player has waited for data when it was left. It is seen at the next look, and a player in
 * a frame says where it stands after its page has said its end: at three times the speed that is 22 s.
 */
function waitingSeconds({ wasPlaying, page, at }: Left, { parts }: Viewing): number {
  const last = parts.findLast((part) => part.page === page)?.at ?? at;
  return wasPlaying && at - last <= LOOK_MILLISECONDS ? (at - last) / 1000 : 0;
}

/** As the world tells it. */
const WORKER_ENDS = 'the worker ends in the middle of a step';
const STORAGE_FAILS = 'storage fails';
const DISK_FULL = 'the disk is full';
const UNREADABLE = 'the site does not name it';
const ACCESS_CHANGES = 'access changes';
/** In which the worker has stored that a tab is left, also where each answer of the browser takes a while. */
const HEARD_MILLISECONDS = 2_000;

/** The last update may have come between two of them: those after it count. */
function longestJump(jumps: readonly number[]): number {
  return Math.max(0, ...jumps.map((_, first) => jumps.slice(first).reduce((sum, one) => sum + one, 0)));
}

/** The highest speed at which the title has played since the update that may be the last one. */
function highestRate({ facts }: Truth, { title, page, at, rate }: Left): number {
  const rates = facts.flatMap((fact) =>
    fact.kind === 'played' &&
    fact.title === title &&
    fact.page === page &&
    fact.at > at - INTERVAL_SECONDS * 1000
      ? fact.rate
      : [],
  );
  return Math.max(rate, ...rates);
}

/** Nothing kept the page, the worker or the disk from storing the last position. */
function wasTold(truth: Truth, left: Left, { parts }: Viewing): boolean {
  // What was known of the page is gone with a break, and a page is reported again after ten seconds of play.
  const own = parts.filter((part) => part.page === left.page);
  if (playedSince(truth, own, false) < SHORTEST_PLAY_SECONDS) return false;
  const pausedAt = pausedSince(left, own);
  // The page has said where it was paused: its end need not be told.
  if (pausedAt !== undefined)
    return !truth.facts.some((fact) => isBreakNear(fact, pausedAt, REPORT_MILLISECONDS));
  return left.told && !truth.facts.some((fact) => isBreakNear(fact, left.at, 15_000));
}

/** Since when the player was paused where it was left; undefined where it was not, or only just. */
function pausedSince({ at, wasPaused, position }: Left, own: Viewing['parts']): number | undefined {
  const last = own.at(-1);
  if (!wasPaused || last === undefined || Math.abs(last.to - position) > 1) return undefined;
  return at - last.at >= REPORT_MILLISECONDS ? last.at : undefined;
}

/** Seconds of these parts after the last break before their end; `forgets`: after which nothing is known. */
function playedSince({ facts }: Truth, parts: Viewing['parts'], forgets: boolean): number {
  const end = parts.at(-1)?.at ?? 0;
  const isBreak = (fact: Fact) =>
    fact.kind === 'break' && fact.at < end && (!forgets || fact.forgets === true);
  const last = facts.findLast(isBreak)?.at ?? 0;
  return parts.reduce((sum, { at, from, to }) => (at > last ? sum + to - from : sum), 0);
}

function isBreakNear(fact: Fact, at: number, after: number): boolean {
  return fact.kind === 'break' && fact.at > at - 150_000 && fact.at < at + after;
}
