import { countJudged } from '../coverage-names';
import type { Title } from '../page/titles';
import type { Person, Stored } from '../tracker/tracker';
import type { World } from '../world';
import {
  accountAt,
  doubtOf,
  isFollowedUnseen,
  LONGEST_AD_SECONDS,
  SHORTEST_SECONDS,
  TWO_TABS,
  waitsByOldClock,
  wasDoubted,
  waitsForPerson,
} from './exceptions';
import { INTERVAL_SECONDS, judgePosition } from './judge-position';
import { mayCountFrom, neededSeconds, timesCounted } from './may-count';
import { misnamedMedia } from './misnamed';
import type { Fact, Truth } from './truth';
import {
  beginOf,
  clockSeconds,
  crossedAtOf,
  LATE_SECONDS,
  secondsSeen,
  secondsUnnamed,
  viewingsOf,
  watchedFrom,
  type Viewing,
} from './viewings';

/** What is wrong with the outcome of an evening, in words for a person; empty when nothing is. */
export function judge(world: World, unsent: readonly string[]): readonly string[] {
  const people: readonly Person[] = ['ann', 'ben'];
  return [
    ...people.flatMap((person) => judgePerson(world, person)),
    ...unsent.map((text) => `not sent in the end: ${text}`),
    ...world.unknownMessages.map((text) => `refused by its own worker: ${text}`),
    ...judgeRequests(world),
  ];
}

function keyOf({ type, tmdb, season, episode }: Title): string {
  return type === 'movie' ? `${tmdb}` : `${tmdb}:${season}:${episode}`;
}

interface Tracked {
  readonly person: Person;
  readonly history: readonly Stored[];
  readonly progress: readonly Stored[];
}

function judgePerson(world: World, person: Person): readonly string[] {
  const service = world.services.of(person);
  const tracked = { person, history: service.history(), progress: service.progress() };
  return world.titles.flatMap((title) => judgeTitle(world, tracked, title));
}

function judgeTitle(world: World, { person, history, progress }: Tracked, title: Title): readonly string[] {
  const { truth } = world;
  const entries = history.filter(({ key }) => key === keyOf(title)).length;
  const viewings = viewingsOf(truth, title);
  const whys = viewings.map((viewing) => whyNotDemanded(world, viewing, person));
  const demanded = whys.filter((why) => why === undefined).length;
  const seen = whys
    .filter((why) => why !== NOT_SEEN)
    .toSorted((a, b) => Number(a !== undefined) - Number(b !== undefined));
  for (const [index, why] of seen.entries())
    countJudged(world.judged, 'history', { why, isWrong: index >= entries });
  const must = mayBeOutOfOrder(world) ? Math.min(1, demanded) : demanded;
  // Seen again after a place at which both answers are right, or begun in another tab: one viewing or two.
  const readings = [
    viewings,
    viewingsOf(truth, title, mayCountFrom(title)),
    viewingsOf(truth, title, watchedFrom(title), true),
  ];
  const counts = readings.map((all) =>
    all.reduce((sum, viewing) => sum + timesCounted(truth, viewing, person), 0),
  );
  const seemedWatched = lookalikes(truth, title).length;
  const endedTwice = world.traits.accountId ? 0 : viewings.filter((one) => isEndedForTwo(truth, one)).length;
  const may = Math.max(...counts) + seemedWatched + misnamedMedia(truth, title) + endedTwice;
  const name = `${title.key} (${Math.round(title.duration)} s) of ${person}`;
  if (entries > may) return [`${name}: ${entries} in the history, at most ${may} were watched`];
  // What follows in the second half is the rest of it then: with a film of which the tracker knows that it is far
  // longer, it waits for the person.
  const isRest =
    seemedWatched > 0 && viewings.some(({ parts }) => parts.some(({ to }) => to > title.duration / 2));
  const atLeast = isRest ? must - seemedWatched : must;
  if (entries < atLeast) return [`${name}: ${entries} in the history, ${atLeast} were watched`];
  if (isRest) return [];
  return judgePosition(world, person, title, viewings, storedPosition(progress, title));
}

/**
 * Its end was seen, somebody signed out, and it was seen again. Where the tracker does not name people, each end is
 * sent by who signs in then, and what is known of the one is not known of the other.
 */
function isEndedForTwo({ accountChanges }: Truth, { title, parts }: Viewing): boolean {
  const ends = parts.filter(({ to, allowed }) => allowed && to > mayCountFrom(title));
  const [first, last] = [ends[0]?.at ?? Infinity, ends.at(-1)?.at ?? 0];
  return accountChanges.some(({ at, account }) => account === undefined && at > first && at <= last);
}

function storedPosition(all: readonly Stored[], title: Title): Stored | undefined {
  return all.find(({ key }) => key === keyOf(title));
}

/**
 * Advertisements about as long as a short title, after which nothing was seen that the title would not have after
 * it: a page with such an advertisement and a page with the title state the same. What is far shorter than its
 * title is known by the length of that, and where nobody states one it waits for the person.
 */
function lookalikes(truth: Truth, title: Title): readonly Fact[] {
  const { facts } = truth;
  return facts.filter(
    (ad) =>
      ad.kind === 'ad' &&
      ad.title === title &&
      ad.seconds >= title.duration * LEAST_SHARE[title.type] - ROUNDED_SECONDS &&
      ad.seconds >= SHORTEST_SECONDS - 2 &&
      (title.duration < SHORTEST_SECONDS || secondsAfter(facts, ad) < confirmingSeconds(ad)),
  );
}

/** Of the length that is known of it, a cut has at least so much; the tracker states minutes. */
const LEAST_SHARE = { movie: 0.6, episode: 0.4 } as const;
const ROUNDED_SECONDS = 30;

/**
 * For so long a title must play after an advertisement to show that that was another medium; after one of its
 * own length nothing shows it.
 */
function confirmingSeconds({ title, seconds }: Extract<Fact, { kind: 'ad' }>): number {
  const isAlike = title.duration <= LONGEST_AD_SECONDS && Math.abs(title.duration - seconds) < 15;
  return isAlike ? Infinity : CONFIRMING_SECONDS;
}

/**
 * Seconds of the clock for which a title played in the page after an advertisement, while no other tab played
 * it too: from then on what plays there decides.
 */
function secondsAfter(facts: readonly Fact[], ad: Extract<Fact, { kind: 'ad' }>): number {
  const isDoubt = (fact: Fact) => fact.kind === 'doubt' && fact.title === ad.title && fact.at > ad.at;
  const until = facts.find(isDoubt)?.at ?? Infinity;
  return facts.reduce(
    (sum, fact) =>
      fact.kind === 'played' &&
      fact.page === ad.page &&
      fact.title === ad.title &&
      fact.at > ad.at &&
      fact.at <= until
        ? sum + clockSeconds(fact)
        : sum,
    0,
  );
}

/** Seconds that a page must have played itself before earlier evenings count. */
const OWN_SECONDS = 10;
/** Two readings of a page that has changed are about a second apart, and take a moment. */
const CONFIRMING_SECONDS = 3;

/** A minute without any of these around the crossing, or nothing is demanded. */
const CHANCE_MILLISECONDS = 12_000;
/**
 * A grown evidence margin: the beginning of a title is noticed some seconds late, and a seek may hide some.
 */
const MARGIN_SECONDS = 20;

/**
 * Why nobody would be right to miss this viewing in the history; undefined: the person would. `NOT_SEEN` where it is
 * none of theirs.
 */
function whyNotDemanded(world: World, viewing: Viewing, person: Person): string | undefined {
  const why = whyExempt(world, viewing, person);
  return why !== undefined && isMissedInEach(world, viewing, person) ? undefined : why;
}

/** Two tabs or more have played it at the same time, each of them enough: whichever is recorded, it counts. */
function isMissedInEach(world: World, viewing: Viewing, person: Person): boolean {
  const { title, parts } = viewing;
  const pages = [...new Set(parts.map(({ page }) => page))];
  return (
    pages.length > 1 &&
    pages.every((page) => {
      const own = parts.filter((part) => part.page === page);
      const one = { ...viewing, parts: own, shared: [], crossedAt: crossedAtOf(own, watchedFrom(title)) };
      return whyExempt(world, one, person, [TWO_TABS]) === undefined;
    })
  );
}

/** No evening of this person in which the title passed 90 % with enough play. */
const NOT_SEEN = 'not seen';

/** Undefined: it is demanded. `ignored`: doubts that do not matter here. */
function whyExempt(
  world: World,
  viewing: Viewing,
  person: Person,
  ignored?: readonly string[],
): string | undefined {
  const { truth } = world;
  const { title, parts, crossedAt, opened } = viewing;
  const [first] = parts;
  if (crossedAt === undefined || title.duration < SHORTEST_SECONDS || first === undefined) return NOT_SEEN;
  const until = parts.filter(({ at }) => at <= crossedAt + CHANCE_MILLISECONDS + 5_000);
  const shown = until.filter((part) => part.at <= crossedAt + 1_000);
  const isEnough = (all: Viewing['parts']) => secondsSeen(all) >= neededSeconds(title) + MARGIN_SECONDS;
  if (!until.every(({ allowed }) => allowed) || !isEnough(shown)) return NOT_SEEN;
  if (accountAt(truth, first.at, crossedAt + 60_000) !== person) return NOT_SEEN;
  const wasWatchedBefore = truth.facts.some(
    (fact) => fact.kind === 'played' && fact.title === title && fact.at < first.at,
  );
  const beginning = parts.filter(({ to, lengthKnown }) => lengthKnown && to < title.duration / 2);
  const known = shown.filter(({ named, lengthKnown }) => named && lengthKnown);
  const kept = known.filter((part) => !wasForgotten(truth, part, crossedAt));
  const reasons: readonly (readonly [string, () => boolean])[] = [
    // Gone back by a seek and seen again, or opened again for little of its first half: one viewing or two, as
    // one likes.
    ['one viewing or two', () => wasWatchedBefore && (!opened || secondsSeen(beginning) < MARGIN_SECONDS)],
    ['named late', () => secondsUnnamed(until) >= LATE_SECONDS || !isEnough(known)],
    ['forgotten in a break', () => !isEnough(kept) || !hasShownItself(truth, viewing)],
    [
      'seen before a sign-in',
      () => !isEnough(kept.filter((part) => !isOfFormerSignIn(world, part, viewing))),
    ],
    ['begun in a crash', () => isAfterCrash(truth, viewing)],
    ['no time to tell it', () => !hadChance(truth, viewing, crossedAt)],
    ['short, beside another medium', () => wasAmbiguous(truth, viewing, crossedAt)],
    ['gone back', () => wentBack(viewing, crossedAt) || wasOnlyShown(truth, viewing)],
    ['another tab in front', () => isBegunInFront(truth, viewing, crossedAt)],
    ['waits for the person', () => waitsForPerson(truth, title)],
    ['waits by an old clock', () => waitsByOldClock(truth, title)],
    ['the tracker names nobody', () => !world.traits.accountId && bothSignedIn(truth)],
  ];
  const doubt = doubtOf(truth, title, crossedAt, ignored);
  return reasons.find(([, holds]) => holds())?.[0] ?? (doubt && `doubt: ${doubt}`);
}

/**
 * What was played since the last update before a break, before a crash of the page, or before an end of it of
 * which nothing was heard, is in no evidence; updates are an interval apart. Once the page has said that the
 * title passed 90 %, its end decides nothing.
 */
function wasForgotten({ facts }: Truth, part: Viewing['parts'][number], crossedAt: number): boolean {
  const isForgetting = (fact: Fact) =>
    fact.kind === 'unheard'
      ? fact.page === part.page && fact.at <= crossedAt + CHANCE_MILLISECONDS
      : fact.kind === 'break' && (fact.forgets === true || fact.page === part.page);
  return facts.some(
    (fact) => isForgetting(fact) && fact.at >= part.at && fact.at <= part.at + INTERVAL_SECONDS * 1000,
  );
}

/**
 * Another page had shown it before the person signed in once more. Where the tracker does not name people, it may
 * have been somebody else until then.
 */
function isOfFormerSignIn(
  { traits, truth }: World,
  part: Viewing['parts'][number],
  { title, parts, crossedAt = 0 }: Viewing,
): boolean {
  const page = parts.find(({ to }) => to > watchedFrom(title))?.page;
  const signedInAt = truth.tokensAt.findLast((at) => at <= crossedAt);
  return !traits.accountId && part.page !== page && part.at <= (signedInAt ?? 0);
}

/**
 * The page in which the title passed 90 % has itself shown enough of it: what was seen before counts with it,
 * but not for a page that is opened near the end and left at once.
 */
function hasShownItself(truth: Truth, { title, parts, crossedAt = 0 }: Viewing): boolean {
  const page = parts.find(({ to }) => to > watchedFrom(title))?.page;
  const own = parts.filter(
    (part) => part.page === page && part.lengthKnown && !wasForgotten(truth, part, crossedAt),
  );
  return secondsSeen(own) >= Math.min(OWN_SECONDS, neededSeconds(title)) + CONFIRMING_SECONDS;
}

/**
 * Who signs in anew where the tracker does not name people is asked whether what waits is theirs, and watches
 * on meanwhile: a viewing that waited may reach the tracker after the next one of its title, and is then one
 * with it.
 */
function mayBeOutOfOrder({ traits, truth }: World): boolean {
  return !traits.accountId && truth.tokensAt.length > 1 && truth.odd > 0;
}

/** Without an id in the token answer nobody can tell whether it is the same person who signs in again. */
function bothSignedIn({ accountChanges }: Truth): boolean {
  return new Set(accountChanges.map(({ account }) => account).filter((one) => one !== undefined)).size > 1;
}

/** Seconds past 90 % that who has jumped there must see: a look at the ending, and back, is no end. */
const TAIL_SECONDS = 32;

/**
 * When as much of the end was seen as counts where a seek has led past 90 %: an advertisement or a pause may
 * come between.
 */
function tailSeenAt({ title, parts }: Viewing): number {
  const tail = parts.filter(({ to }) => to > watchedFrom(title));
  const [first] = tail;
  if (first === undefined || first.from < watchedFrom(title)) return 0;
  const enough = tail.find(({ to }) => to > Math.min(first.from + TAIL_SECONDS, title.duration - 1));
  return (enough ?? tail.at(-1) ?? first).at;
}

/** After the crossing the page lived on for a while, and its last seconds were those of this title. */
function hadChance({ facts }: Truth, viewing: Viewing, crossedAt: number): boolean {
  const { title, parts } = viewing;
  const pages = new Set(parts.map(({ page }) => page));
  const isNear = ({ at }: Fact) => at >= crossedAt - 15_000 && at <= crossedAt + CHANCE_MILLISECONDS;
  // Where the worker ended meanwhile, the page repeats what it has not answered: it only has to live on.
  const ends = facts.filter((fact) => fact.kind === 'break' && fact.repeats === true && isNear(fact));
  const since = Math.max(crossedAt, tailSeenAt(viewing), ...ends.map(({ at }) => at));
  const until = since + CHANCE_MILLISECONDS;
  return !facts.some(
    (fact) =>
      (fact.kind === 'break' && !ends.includes(fact) && fact.at >= crossedAt - 15_000 && fact.at <= until) ||
      (fact.kind === 'left' &&
        fact.title === title &&
        pages.has(fact.page) &&
        fact.at >= crossedAt - 1_000 &&
        fact.at <= until &&
        (ends.length > 0 || !fact.told || fact.silenced || fact.at < crossedAt + 2_000)),
  );
}

/**
 * What follows a medium as short as an advertisement shows nothing yet, or another medium has played in its page
 * before, of which the page has never said that it is another title's: also where the viewing began in another
 * page before that.
 */
function wasAmbiguous(truth: Truth, { title, parts }: Viewing, crossedAt: number): boolean {
  if (title.duration > LONGEST_AD_SECONDS) return false;
  const pages = [parts.find(({ to }) => to > watchedFrom(title))?.page, parts.at(-1)?.page];
  const isNameless = (fact: Fact) =>
    fact.kind === 'played' &&
    pages.includes(fact.page) &&
    fact.title !== title &&
    !fact.named &&
    fact.at <= crossedAt &&
    wasDoubted(truth, fact.title);
  return (
    truth.facts.some(isNameless) || pages.some((page) => isFollowedUnseen(truth, title, page, crossedAt))
  );
}

/**
 * While it passed 90 % in one tab, another one played the title too, which was opened later and has not come
 * there: that is the tab that is watched.
 */
function isBegunInFront({ facts }: Truth, { title, parts }: Viewing, crossedAt: number): boolean {
  const page = parts.find(({ to }) => to > watchedFrom(title))?.page;
  const others = facts.filter(
    (fact): fact is Viewing['parts'][number] =>
      fact.kind === 'played' && fact.title === title && fact.page !== page && fact.page > (page ?? 0),
  );
  return others.some(
    (fact) =>
      fact.at > crossedAt - 1_000 &&
      beginOf(fact) < crossedAt + 1_000 &&
      others.every((one) => one.page !== fact.page || one.to < watchedFrom(title)),
  );
}

/** The end was only looked at: less than half a minute later the title goes on before it. */
function wentBack({ title, parts }: Viewing, crossedAt: number): boolean {
  return parts.some((part) => {
    const began = beginOf(part);
    return (
      part.at > crossedAt &&
      part.from < title.duration * 0.9 &&
      began > crossedAt - 1_000 &&
      began < crossedAt + 30_000
    );
  });
}

/**
 * A title as short as an advertisement begins again in a page that has crashed, or that crashes within its
 * first seconds: until then it may have been one, and one of the same length after it states the same.
 */
function isAfterCrash({ facts }: Truth, { title, parts }: Viewing): boolean {
  const begunAt = parts[0]?.at ?? 0;
  const seenUntil = (time: number) => secondsSeen(parts.filter(({ at }) => at <= time));
  return (
    title.duration <= LONGEST_AD_SECONDS &&
    facts.some(
      (fact) =>
        fact.kind === 'break' &&
        fact.why === 'crash' &&
        fact.at > begunAt - 90_000 &&
        seenUntil(fact.at) < MARGIN_SECONDS,
    ) &&
    facts.some((fact) => fact.kind === 'played' && fact.title === title && fact.at < begunAt)
  );
}

/** A seek has led past 90 %, and another one back into the first half before as much was seen as counts there. */
function wasOnlyShown({ facts }: Truth, { title, parts }: Viewing): boolean {
  const tail = parts.filter(({ to }) => to > watchedFrom(title));
  const [first] = tail;
  const last = tail.at(-1);
  if (first === undefined || last === undefined || first.from < watchedFrom(title)) return false;
  return (
    last.to < Math.min(first.from + TAIL_SECONDS, title.duration - 1) &&
    facts.some(
      (fact) =>
        fact.kind === 'played' && fact.page === last.page && fact.title === title && fact.at > last.at,
    )
  );
}

/** Requests of an evening: some for each thing that happened, one for each minute, and retries. */
function judgeRequests({ truth, scheduler, plannedSteps }: World): readonly string[] {
  const played = truth.facts.filter(({ kind }) => kind === 'played').length;
  const most = 30 + plannedSteps * 8 + truth.odd * 3 + played + Math.ceil(scheduler.now() / 240_000);
  if (truth.impatient > 0)
    return [`${truth.impatient} requests came before their time, or with a token that was refused`];
  return truth.requests > most ? [`${truth.requests} requests, at most ${most} are reasonable`] : [];
}
