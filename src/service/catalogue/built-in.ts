import type { ResolveRequest } from '../../protocol/tracker';
import type { Catalogue, Title } from './catalogue';
import { titleScore } from './compare-titles';
import films from './films.json' with { type: 'json' };
import series from './series.json' with { type: 'json' };

interface Film {
  readonly tmdbId: number;
  readonly imdbId: string;
  readonly title: string;
  readonly year: number;
  readonly minutes: number;
  readonly also: readonly string[];
}

interface Series extends Film {
  /** Per season the titles of its episodes, or only how many there are. */
  readonly seasons: Readonly<Record<string, readonly string[] | number>>;
  /** Number of episodes where `seasons` names only the first of them. */
  readonly counts?: Readonly<Record<string, number>>;
}

const allFilms: readonly Film[] = films;
const allSeries = series as unknown as readonly Series[];

/** A small catalogue that needs no network: open films and a few well-known series, with their true TMDB ids. */
export function createBuiltInCatalogue(): Catalogue {
  return {
    resolve: (request) =>
      Promise.resolve(request.type === 'movie' ? resolveFilm(request) : resolveEpisode(request)),
    next: (tmdbId, seasonNumber, episodeNumber) => {
      const show = allSeries.find((known) => known.tmdbId === tmdbId);
      return Promise.resolve(
        show && (episode(show, seasonNumber, episodeNumber + 1) ?? episode(show, seasonNumber + 1, 1)),
      );
    },
  };
}

/** The open films, for the channel that lists them. */
export function openFilms(): Title[] {
  return allFilms.map(toFilm);
}

function resolveFilm({ id, tmdbId = id, imdbId, title, year }: ResolveRequest): Title[] {
  const named =
    allFilms.find((film) => film.tmdbId === tmdbId) ?? allFilms.find((film) => film.imdbId === imdbId);
  if (named !== undefined) return [toFilm(named)];
  if (title === undefined) return [];
  return (
    ranked(allFilms, title)
      // A film of another year is another film: a remake has the same title.
      .filter((film) => year === undefined || Math.abs(film.year - year) <= 1)
      .sort((a, b) => Number(b.year === year) - Number(a.year === year))
      .map(toFilm)
  );
}

function resolveEpisode(request: ResolveRequest): Title[] {
  const { tmdbId, tvShowId = tmdbId, imdbId, seriesTitle, year } = request;
  const named =
    allSeries.find((show) => show.tmdbId === tvShowId) ?? allSeries.find((show) => show.imdbId === imdbId);
  const shows =
    named !== undefined
      ? [named]
      : seriesTitle === undefined
        ? []
        : ranked(allSeries, seriesTitle).sort((a, b) => Number(b.year === year) - Number(a.year === year));
  return shows.flatMap((show) => findEpisode(show, request) ?? []);
}

/** By number; counted through all seasons where no season is given; else by name. */
function findEpisode(
  show: Series,
  { seasonNumber, episodeNumber, episodeTitle }: ResolveRequest,
): Title | undefined {
  const numbered =
    episodeNumber === undefined
      ? undefined
      : seasonNumber === undefined
        ? episodeByCount(show, episodeNumber)
        : episode(show, seasonNumber, episodeNumber);
  return (
    numbered ?? (episodeTitle === undefined ? undefined : episodeByName(show, episodeTitle, seasonNumber))
  );
}

function episode(show: Series, seasonNumber: number, episodeNumber: number): Title | undefined {
  const season = show.seasons[String(seasonNumber)];
  if (season === undefined || episodeNumber > seasonLength(show, String(seasonNumber))) return undefined;
  const episodeTitle = typeof season === 'number' ? undefined : season[episodeNumber - 1];
  return {
    ...toFilm(show),
    type: 'episode',
    seasonNumber,
    episodeNumber,
    ...(episodeTitle !== undefined && { episodeTitle }),
  };
}

function episodeByCount(show: Series, absolute: number): Title | undefined {
  let left = absolute;
  for (const season of seasonsInOrder(show)) {
    const length = seasonLength(show, season);
    if (left <= length) return episode(show, Number(season), left);
    left -= length;
  }
  return undefined;
}

function episodeByName(show: Series, name: string, seasonNumber: number | undefined): Title | undefined {
  let best: { score: number; season: number; number: number } | undefined;
  for (const season of seasonsInOrder(show)) {
    const titles = show.seasons[season];
    if (typeof titles === 'number' || titles === undefined) continue;
    if (seasonNumber !== undefined && Number(season) !== seasonNumber) continue;
    for (const [index, title] of titles.entries()) {
      const score = titleScore(name, title);
      if (score > (best?.score ?? 0.7)) best = { score, season: Number(season), number: index + 1 };
    }
  }
  return best && episode(show, best.season, best.number);
}

/** Without the specials of season 0: they do not count. */
function seasonsInOrder(show: Series): string[] {
  return Object.keys(show.seasons)
    .filter((season) => season !== '0')
    .sort((a, b) => Number(a) - Number(b));
}

function seasonLength(show: Series, season: string): number {
  const titles = show.seasons[season];
  return show.counts?.[season] ?? (typeof titles === 'number' ? titles : (titles?.length ?? 0));
}

function ranked<T extends Film>(all: readonly T[], title: string): T[] {
  return all
    .map((known) => ({
      known,
      score: Math.max(...[known.title, ...known.also].map((name) => titleScore(title, name))),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 10)
    .map(({ known }) => known);
}

function toFilm({ tmdbId, imdbId, title, year, minutes }: Film): Title {
  return { type: 'movie', tmdbId, imdbId, title, year, runtime: minutes * 60 };
}

/** The name of a film or series, for its card. */
export function builtInTitle(kind: 'movie' | 'show', tmdbId: number): string | undefined {
  return (kind === 'movie' ? allFilms : allSeries).find((known) => known.tmdbId === tmdbId)?.title;
}
