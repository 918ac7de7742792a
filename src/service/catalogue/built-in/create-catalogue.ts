import type { ResolveRequest } from '../../../protocol/tracker/resolve';
import type { Catalogue, Title } from '../catalogue';
import { titleScore } from '../compare-titles';
import { builtInFilms, builtInSeries, toFilm, type BuiltInSeries, type BuiltInFilm } from './data';
import { findEpisode, followingEpisode } from './find-episode';

/** Most titles that a search returns. */
const RESULT_LIMIT = 10;

/** A small catalogue that needs no network: open films and a few well-known series, with their TMDB ids. */
export function createBuiltInCatalogue(): Catalogue {
  return {
    resolve: (request) =>
      Promise.resolve(request.type === 'movie' ? resolveFilm(request) : resolveEpisode(request)),
    next: ({ tmdbId, seasonNumber, episodeNumber }) => {
      const series = builtInSeries.find((known) => known.tmdbId === tmdbId);
      return Promise.resolve(series && followingEpisode(series, seasonNumber, episodeNumber));
    },
  };
}

function resolveFilm({ id, tmdbId = id, imdbId, title, year, language }: ResolveRequest): Title[] {
  const film =
    builtInFilms.find((known) => known.tmdbId === tmdbId) ??
    builtInFilms.find((known) => known.imdbId === imdbId);
  if (film !== undefined) return [toFilm(film, language)];
  if (title === undefined) return [];
  return (
    rankByTitle(builtInFilms, title)
      // A remake has the same title, so the year decides. Sources may differ by one year.
      .filter((known) => year === undefined || Math.abs(known.year - year) <= 1)
      .sort((a, b) => Number(b.year === year) - Number(a.year === year))
      .map((known) => toFilm(known, language))
  );
}

function resolveEpisode(request: ResolveRequest): Title[] {
  return findSeries(request).flatMap((series): Title[] => {
    const title = findEpisode(series, request);
    if (title === undefined) return [];
    return [series.imdbId === request.imdbId ? { ...title, matchedBy: 'externalId' } : title];
  });
}

function findSeries({
  tmdbId,
  tvShowId = tmdbId,
  imdbId,
  seriesTitle,
  year,
}: ResolveRequest): BuiltInSeries[] {
  const byIds = builtInSeries.filter((known) => known.tmdbId === tvShowId || known.imdbId === imdbId);
  if (byIds.length > 0) return byIds;
  if (seriesTitle === undefined) return [];
  return rankByTitle(builtInSeries, seriesTitle).sort(
    (a, b) => Number(b.year === year) - Number(a.year === year),
  );
}

/** The works with a title similar to this one, best first. */
function rankByTitle<T extends BuiltInFilm>(works: readonly T[], title: string): T[] {
  return works
    .map((work) => ({
      work,
      score: Math.max(...[work.title, ...namesOf(work), ...work.also].map((name) => titleScore(title, name))),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, RESULT_LIMIT)
    .map(({ work }) => work);
}

function namesOf({ names }: BuiltInFilm): string[] {
  return Object.values(names).filter((name) => name !== undefined);
}
