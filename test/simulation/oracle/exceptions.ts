import type { Title } from '../page/titles';
import type { Person } from '../tracker/tracker';
import type { Truth } from './truth';

/** A video of less than a minute is a preview or a loop, unless the definition says otherwise. */
export const SHORTEST_SECONDS = 62;

/** Who was signed in during all of that time; undefined when it was not one person. */
export function accountAt({ accountChanges }: Truth, from: number, to: number): Person | undefined {
  const before = accountChanges.findLast(({ at }) => at <= from)?.account;
  return accountChanges.some(({ at }) => at > from && at <= to) ? undefined : before;
}

export function isDoubted({ facts }: Truth, title: Title): boolean {
  return facts.some((fact) => fact.kind === 'doubt' && (fact.title === title || fact.title === undefined));
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
