import type { Title } from '../page/titles';
import type { Person } from '../tracker/tracker';
import type { Fact, Truth } from './truth';
import { beginOf, clockSeconds, type Played } from './viewings';

/** A video of less than a minute is a preview or a loop, unless the definition says otherwise. */
export const SHORTEST_SECONDS = 62;

/** Advertisements in one medium of more than five minutes were seen. */
export const LONGEST_AD_SECONDS = 362;

/** The time between two looks of the page at its player, with the delay of its timer. */
export const LOOK_MILLISECONDS = 16_000;

/** Who was signed in during all of that time; undefined when it was not one person. */
export function accountAt({ accountChanges }: Truth, from: number, to: number): Person | undefined {
  const before = accountChanges.findLast(({ at }) => at <= from)?.account;
  return accountChanges.some(({ at }) => at > from && at <= to) ? undefined : before;
}

/**
 * Whether this person may still be signed in: the answer with somebody else's token may not have been stored, and
 * no token was given between it and `from`. `to`: the end of what the person watches.
 */
export function mayStillBeSignedIn(
  { facts, accountChanges, tokensAt }: Truth,
  person: Person,
  from: number,
  to: number,
): boolean {
  return facts.some((fact) => {
    if (fact.kind !== 'doubt' || !SIGN_IN_LOST.has(fact.why) || fact.at > to) return false;
    const [former, last] = accountChanges.filter(({ at }) => at <= fact.at).slice(-2);
    const isNoted = (at: number) => at > fact.at && at <= from;
    return former?.account === person && last?.account !== undefined && !tokensAt.some(isNoted);
  });
}

/** As the world tells it. */
const SIGN_IN_LOST: ReadonlySet<string> = new Set(['a sign-in was cut off', 'the sign-in may be lost']);

/** Whether a doubt was told of this title at any time of the evening. */
export function wasDoubted({ facts }: Pick<Truth, 'facts'>, title: Title): boolean {
  return facts.some((fact) => fact.kind === 'doubt' && concerns(fact, title));
}

/**
 * Why a doubt is open at a moment; undefined: none is. It holds from its own moment on, and for a minute before that, in which
 * what had happened may not have been stored. One that only says that something else has played under the
 * title is over when the title has played on for long enough.
 */
export function doubtOf(
  truth: Pick<Truth, 'facts' | 'asked'>,
  title: Title,
  at: number,
  ignored: readonly string[] = [],
): string | undefined {
  const { facts } = truth;
  const doubt = facts.find(
    (fact, index): fact is Doubt =>
      fact.kind === 'doubt' &&
      concerns(fact, title) &&
      !ignored.includes(fact.why) &&
      fact.at <= at + STORED_MILLISECONDS &&
      !(isPassing(truth, fact, title) && hasPlayedOn(facts.slice(index + 1), title, at)),
  );
  return doubt?.why;
}

type Doubt = Extract<Fact, { kind: 'doubt' }>;
type Ad = Extract<Fact, { kind: 'ad' }>;

function concerns({ title }: Doubt, one: Title): boolean {
  return title === one || title === undefined;
}

/** Also a sign-in of the last half minute may be lost. */
const STORED_MILLISECONDS = 60_000;

/** As the world tells them. */
const AD = 'unmarked ad';
export const GROWS = 'its duration grows';
export const TWO_TABS = 'two tabs play it';
const TURNS = 'titles take turns';
const PASSING: ReadonlySet<string> = new Set([AD, GROWS, TWO_TABS]);

/** Whether such a doubt is over when the title has played on. */
function isPassing(truth: Pick<Truth, 'facts' | 'asked'>, doubt: Doubt, title: Title): boolean {
  if (doubt.why === AD) return !isOneMoreAd(truth, doubt, title);
  // The second of two media as short as advertisements seems to be one, however long it plays.
  if (doubt.why === TURNS) return title.duration > LONGEST_AD_SECONDS;
  return PASSING.has(doubt.why);
}

/**
 * Where an advertisement came first that is more than half as long as a short title, that title seems to be one
 * more of them, however long it plays.
 */
function isOneMoreAd({ facts }: Pick<Truth, 'facts'>, doubt: Doubt, title: Title): boolean {
  const ad = facts.find(
    (fact): fact is Ad => fact.kind === 'ad' && fact.title === title && fact.at >= doubt.at,
  );
  if (title.duration > LONGEST_AD_SECONDS || ad === undefined || ad.seconds * 2 < title.duration)
    return false;
  const before = facts.filter(
    (fact): fact is Played =>
      fact.kind === 'played' && fact.page === ad.page && fact.title === title && fact.at <= doubt.at,
  );
  return before.reduce((sum, fact) => sum + clockSeconds(fact), 0) < KNOWN_SECONDS;
}

/** In which a title that has begun is known, also by a page that is looked at for the first time. */
const KNOWN_SECONDS = 15;

/** For so long a page may name another title than the one that plays, and a medium may be an advertisement. */
const PLAYED_ON_SECONDS = 90;

/**
 * The title has played for long enough under its own name in one page, with nothing else between, and in no
 * other page at the same time.
 */
function hasPlayedOn(facts: readonly Fact[], title: Title, until: number): boolean {
  const played = facts.filter((fact): fact is Played => fact.kind === 'played' && fact.at <= until);
  const ads = facts.filter((fact): fact is Ad => fact.kind === 'ad');
  let page: number | undefined;
  let seconds = 0;
  for (const fact of played) {
    const isOwn = fact.title === title && fact.named && fact.allowed;
    if (isOwn && !playsTwice(played, fact) && !isBesideAd(ads, fact)) {
      seconds = fact.page === page ? seconds + clockSeconds(fact) : clockSeconds(fact);
      page = fact.page;
      if (seconds >= PLAYED_ON_SECONDS) return true;
    } else if (fact.page === page || fact.title === title) page = undefined;
  }
  return false;
}

/** Another page has played the same title meanwhile. */
function playsTwice(played: readonly Played[], one: Played): boolean {
  return played.some(
    (fact) =>
      fact.title === one.title && fact.page !== one.page && fact.at > beginOf(one) && beginOf(fact) < one.at,
  );
}

/** Another page has shown an advertisement under the title meanwhile, which seemed to be it. */
function isBesideAd(ads: readonly Ad[], one: Played): boolean {
  return ads.some(
    ({ title, page, at, begunAt }) =>
      title === one.title && page !== one.page && at > beginOf(one) && begunAt < one.at,
  );
}

/**
 * A wait that the tracker has asked for, or that follows a failure, is believed for up to a day: after a clock was
 * set back by about as much, what has failed is sent that much later. A title that the tracker does not know is
 * asked about again after half the age of what waits, which the clock decides too.
 */
export function waitsByOldClock({ facts, odd, asked }: Truth, title: Title): boolean {
  const jumps = facts.flatMap((fact) => (fact.kind === 'jump' ? fact.seconds : []));
  const isUnknown = isUnknownTitle(asked, title);
  return (
    (odd > 0 && jumps.some((seconds) => seconds < -SHOWN_SECONDS)) ||
    (isUnknown && jumps.some((seconds) => seconds / 2 > SHOWN_SECONDS))
  );
}

/** The tracker has answered that it knows no such title. */
function isUnknownTitle(asked: Truth['asked'], title: Title): boolean {
  return asked.some(({ odd, body }) => UNKNOWN.has(odd) && isAbout(body, title));
}

const UNKNOWN: ReadonlySet<string | undefined> = new Set(['404 record', '410 record']);

/** For so long an evening goes on after its last step. */
const SHOWN_SECONDS = 14_400;

/** As the world tells it. */
const STAYS_CRASHED = 'the page stays crashed';

/**
 * No event of the browser tells of a crash, and what a page says at its end may be dropped: until its tab is
 * closed or shows another page it seems to play on.
 */
export function staysCrashed({ facts }: Truth, page: number): boolean {
  return facts.some((fact) => fact.kind === 'break' && fact.why === STAYS_CRASHED && fact.page === page);
}

/**
 * A documented refusal waits for the person: no such update is demanded. So does a short title of which the
 * tracker has stated no length: it was taken for one that states none, since it had failed when it was asked what
 * it offers, or it knew no such title, which the page names by an id.
 */
export function waitsForPerson({ refused, asked }: Truth, title: Title): boolean {
  const isUnmeasured = asked.some(({ path }) => path === '/media/resolve') || isUnknownTitle(asked, title);
  return (
    (isUnmeasured && title.duration <= TRAILER_SECONDS + 1) || refused.some((body) => isAbout(body, title))
  );
}

/** What is as short may be a trailer where nobody states a length. */
const TRAILER_SECONDS = 600;

/**
 * Whether a request names this title. Before the tracker has matched a title, its names stand for it; a question
 * about a series is about each of its episodes.
 */
function isAbout(body: string, { type, tmdb, film, series, season, episode }: Title): boolean {
  const sent = JSON.parse(body) as Record<string, unknown>;
  const id = sent['tvShowId'] ?? sent['tmdbId'];
  const isSeries = sent['type'] === 'tv';
  const isNamed = isSeries
    ? sent['title'] === series
    : sent['title'] === film && sent['seriesTitle'] === series;
  const isWork = id === undefined ? isNamed : id === tmdb;
  const isPlace = sent['seasonNumber'] === season && sent['episodeNumber'] === episode;
  return isWork && (type === 'movie' || isSeries || isPlace);
}

/**
 * A medium as short as an advertisement, after which another one began under its title, and nothing shows yet
 * that the page names another title: it was left before the look after that. Where only a look shows what the
 * page names, the same holds for a medium that began under its own title. A clock of the page's own is
 * read anew under another name: where it is hidden then, that page seems to have gone to another title.
 */
export function isFollowedUnseen(
  { facts }: Truth,
  { duration, key }: Title,
  page: number | undefined,
  since: number,
): boolean {
  if (duration > LONGEST_AD_SECONDS) return false;
  // An advertisement in the next title shows another medium before the look: whose the first was is open.
  const until = facts
    .flatMap((fact) => (fact.kind === 'ad' && fact.page === page ? fact.begunAt : []))
    .find((at) => at > since);
  const played = facts.filter((fact): fact is Played => fact.kind === 'played');
  const next = played.filter(
    (fact) =>
      fact.page === page && fact.title.key !== key && fact.at > since && fact.at <= (until ?? Infinity),
  );
  // So does the title after the next one.
  const first = next.filter(({ title }) => title === next[0]?.title);
  return isNamedUnseen(played, next) || isNamedUnseen(played, first);
}

/** What these parts play was named too shortly for a look, after it had not been named or heard. */
function isNamedUnseen(played: readonly Played[], next: readonly Played[]): boolean {
  // What another tab plays too is recorded there.
  const named = next.reduce(
    (sum, fact) => (fact.named && !playsTwice(played, fact) ? sum + clockSeconds(fact) : sum),
    0,
  );
  const isUnnamed = next.some(({ named: isNamed, heard }) => !isNamed || !heard);
  return isUnnamed && (named * 1000 < LOOK_MILLISECONDS || next.some(({ ownClock }) => ownClock));
}
