import { defined } from '../../../core/values/defined';
import type { ResolveRequest } from '../../../protocol/tracker/resolve';
import type { Title } from '../catalogue';
import { titleScore } from '../compare-titles';
import { toFilm, type BuiltInSeries } from './data';

/** A name must score higher than this to identify an episode. */
const NAME_SCORE = 0.7;

/** The episode by its number; without a season, counted through all seasons; otherwise by its name. */
export function findEpisode(series: BuiltInSeries, request: ResolveRequest): Title | undefined {
  const title = findByNumber(series, request) ?? findByName(series, request);
  const { title: seriesTitle } = toFilm(series, request.language);
  return title && { ...title, title: seriesTitle };
}

/** The next episode of the season, or the first of the next season. */
export function followingEpisode(
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

/** `undefined`: the season does not exist, or has fewer episodes. */
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

/** 0: there is no such season. */
function seasonLength({ seasons, counts }: BuiltInSeries, seasonNumber: number): number {
  const titles = seasons[String(seasonNumber)];
  if (titles === undefined) return 0;
  return counts?.[String(seasonNumber)] ?? (typeof titles === 'number' ? titles : titles.length);
}

function episodeTitles({ seasons }: BuiltInSeries, seasonNumber: number): readonly string[] {
  const titles = seasons[String(seasonNumber)];
  return typeof titles === 'number' || titles === undefined ? [] : titles;
}
