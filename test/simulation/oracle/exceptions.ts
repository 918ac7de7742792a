import type { Title } from '../page/titles';
import type { Person } from '../tracker/tracker';
import type { Fact, Truth } from './truth';

/** A video of less than a minute is a preview or a loop, unless the definition says otherwise. */
export const SHORTEST_SECONDS = 62;

/** Advertisements in one medium of more than five minutes were seen. */
export const LONGEST_AD_SECONDS = 362;

/** The time between two looks of the page at its player, with the delay of its timer. */
export const LOOK_MILLISECONDS = 8_500;

/** Who was signed in during all of that time; undefined when it was not one person. */
export function accountAt({ accountChanges }: Truth, from: number, to: number): Person | undefined {
  const before = accountChanges.findLast(({ at }) => at <= from)?.account;
  return accountChanges.some(({ at }) => at > from && at <= to) ? undefined : before;
}

export function isDoubted({ facts }: Pick<Truth, 'facts'>, title: Title): boolean {
  return facts.some((fact) => fact.kind === 'doubt' && (fact.title === title || fact.title === undefined));
}

/** As the world tells it. */
const STAYS_CRASHED = 'the page stays crashed';

/**
 * No event of the browser tells of a crash, and what a page says at its end may be dropped: until its tab is
 * closed or shows another page it seems to play on.
 */
export function staysCrashed({ facts }: Truth, page: number): boolean {
  return facts.some((fact) => fact.kind === 'break' && fact.why === STAYS_CRASHED && fact.page === page);
}

/** A documented refusal waits for the person: no such update is demanded. */
export function wasRefused({ refused }: Truth, title: Title): boolean {
  const { type, tmdb, film, series, season, episode } = title;
  return refused.some((body) => {
    const sent = JSON.parse(body) as Record<string, unknown>;
    // Before the tracker has matched a title, its names stand for it.
    const isWork =
      sent['tmdbId'] === tmdb ||
      (sent['tmdbId'] === undefined && sent['title'] === film && sent['seriesTitle'] === series);
    return (
      isWork && (type === 'movie' || (sent['seasonNumber'] === season && sent['episodeNumber'] === episode))
    );
  });
}

/**
 * A medium as short as an advertisement, after which another one began under its title, and nothing shows yet
 * that the page names another title: it was left before the look after that. Where only a look shows what the
 * page names, the same holds for a medium that began under its own title.
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
    .flatMap((fact) => (fact.kind === 'ad' && fact.page === page ? fact.at - fact.seconds * 1000 : []))
    .find((begunAt) => begunAt > since);
  const next = facts.filter(
    (fact): fact is Extract<Fact, { kind: 'played' }> =>
      fact.kind === 'played' &&
      fact.page === page &&
      fact.title.key !== key &&
      fact.at > since &&
      fact.at <= (until ?? Infinity),
  );
  const named = next.reduce((sum, fact) => (fact.named ? sum + (fact.to - fact.from) / fact.rate : sum), 0);
  return next.some(({ named: isNamed, heard }) => !isNamed || !heard) && named * 1000 < LOOK_MILLISECONDS;
}
