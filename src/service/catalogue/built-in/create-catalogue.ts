import type { ResolveRequest } from '../../../protocol/tracker/resolve';
import type { Catalogue, Title } from '../catalogue';
import { titleScore } from '../compare-titles';
import { builtInFilms, builtInSeries, toFilm, type BuiltInSeries, type BuiltInFilm } from './data';
import { defined } from '../../../core/values/defined';

/** Maximum number of titles that a search returns. */
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

/** The works with a similar title, best first. */
function rankByTitle<T extends BuiltInFilm>(works: T[], title: string): T[] {
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

/** A name must score higher than this to identify an episode. */
const NAME_SCORE = 0.7;

/**
 * Finds an episode by its number. Without a season, the number counts through all seasons. Without a number,
 * the name decides.
 */
function findEpisode(series: BuiltInSeries, request: ResolveRequest): Title | undefined {
  const title = findByNumber(series, request) ?? findByName(series, request);
  const { title: seriesTitle } = toFilm(series, request.language);
  return title && { ...title, title: seriesTitle };
}

/** The next episode of the season, or the first of the next season. */
function followingEpisode(
  series: BuiltInSeries,
  seasonNumber: number,
  episodeNumber: number,
): Title | undefined {
  return toEpisode(series, seasonNumber, episodeNumber + 1) ?? toEpisode(series, seasonNumber + 1, 1);
}

function findByNumber(
  series: BuiltInSeries,
  { seasonNumber, episodeNumber }: ResolveRequest,
): Title | undefined {
  if (episodeNumber === undefined) return undefined;
  return seasonNumber === undefined
    ? findByAbsoluteNumber(series, episodeNumber)
    : toEpisode(series, seasonNumber, episodeNumber);
}

function findByAbsoluteNumber(series: BuiltInSeries, absoluteNumber: number): Title | undefined {
  let remaining = absoluteNumber;
  for (const season of regularSeasons(series)) {
    const length = seasonLength(series, season);
    if (remaining <= length) return toEpisode(series, season, remaining);
    remaining -= length;
  }
  return undefined;
}

function findByName(
  series: BuiltInSeries,
  { seasonNumber, episodeTitle: name }: ResolveRequest,
): Title | undefined {
  if (name === undefined) return undefined;
  const [best] = regularSeasons(series)
    .filter((season) => seasonNumber === undefined || season === seasonNumber)
    .flatMap((season) =>
      episodeTitles(series, season).map((title, index) => ({
        season,
        episodeNumber: index + 1,
        score: titleScore(name, title),
      })),
    )
    .filter(({ score }) => score > NAME_SCORE)
    .sort((a, b) => b.score - a.score);
  return best && toEpisode(series, best.season, best.episodeNumber);
}

/** The episode at a place. `undefined`: the season does not exist or has fewer episodes. */
function toEpisode(series: BuiltInSeries, seasonNumber: number, episodeNumber: number): Title | undefined {
  if (episodeNumber > seasonLength(series, seasonNumber)) return undefined;
  const episodeTitle = episodeTitles(series, seasonNumber)[episodeNumber - 1];
  const seasons = regularSeasons(series).map((number) => ({
    number,
    episodes: seasonLength(series, number),
  }));
  return {
    ...toFilm(series),
    type: 'episode',
    seasonNumber,
    episodeNumber,
    seasons,
    ...defined({ episodeTitle }),
  };
}

/** The numbers of the seasons in order, without the specials of season 0. */
function regularSeasons({ seasons }: BuiltInSeries): number[] {
  return Object.keys(seasons)
    .map(Number)
    .filter((season) => season !== 0)
    .sort((a, b) => a - b);
}

/** The number of episodes of a season; 0 if there is no such season. */
function seasonLength({ seasons, counts }: BuiltInSeries, seasonNumber: number): number {
  const titles = seasons[String(seasonNumber)];
  if (titles === undefined) return 0;
  return counts?.[String(seasonNumber)] ?? (typeof titles === 'number' ? titles : titles.length);
}

function episodeTitles({ seasons }: BuiltInSeries, seasonNumber: number): string[] {
  const titles = seasons[String(seasonNumber)];
  return typeof titles === 'number' || titles === undefined ? [] : titles;
}
