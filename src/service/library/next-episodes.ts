import { setImmediate } from 'node:timers/promises';
import { createAllowance } from '../catalogue/allowance';
import type { Title } from '../catalogue/catalogue';
import { findNext, type FindWatched } from '../catalogue/find-next';
import type { Service } from '../http/environment';
import type { SessionRow } from '../store/sessions';

/**
 * Limit of requests to the film database for one list, newest series first. The popup requests the list each
 * time it opens, so more of it is stored each time.
 */
const REQUEST_LIMIT = 4;

/** A series and the next episode for its person. */
export type NextEpisode = Readonly<{
  showId: number;
  title: Title;
}>;

/**
 * For each of these series, by its last viewing: the first aired episode after it that the person has not
 * watched. So a rewatch of the beginning proposes nothing that was watched since. Specials lead only to the
 * next special, and only if nothing else of the series was watched.
 */
export async function nextEpisodes(
  service: Service,
  userId: string,
  last: readonly SessionRow[],
  allowance = createAllowance({ requests: REQUEST_LIMIT }),
): Promise<NextEpisode[]> {
  const places = last.flatMap(({ tmdbId, seasonNumber, episodeNumber }) =>
    tmdbId === null || seasonNumber === null || episodeNumber === null
      ? []
      : [{ tmdbId, seasonNumber, episodeNumber }],
  );
  const { watchedTitles } = service.store;
  const findWatched = together(async (media) => new Set((await watchedTitles.among(userId, media)).keys()));
  const found = await Promise.all(
    places.map((place) => findNext(service.catalogue, place, findWatched, allowance)),
  );
  return found.flatMap((title) => (title === undefined ? [] : [{ showId: title.tmdbId, title }]));
}

/** Combines the questions that all series ask at the same time into one. */
function together(ask: FindWatched): FindWatched {
  let next: Readonly<{ media: string[]; answer: Promise<ReadonlySet<string>> }> | undefined;
  return (media) => {
    if (next === undefined) {
      const all: string[] = [];
      const askAll = () => {
        next = undefined;
        return ask(all);
      };
      next = { media: all, answer: setImmediate().then(askAll) };
    }
    next.media.push(...media);
    return next.answer;
  };
}
