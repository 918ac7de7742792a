import type { ResolveRequest } from '../../../protocol/tracker/resolve';
import type { Catalogue, Title } from '../catalogue';
import { builtInFilms, builtInSeries, toFilm, type BuiltInSeries } from './data';
import { findEpisode, followingEpisode } from './find-episode';
import { rankByTitle } from './rank-by-title';

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
