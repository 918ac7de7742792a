import type { SeasonLength } from '../../../core/media/media';

/** An episode within its series. */
export type PlaceInSeries = Readonly<{
  seasonNumber: number;
  episodeNumber: number;
}>;

/** The numbers of an episode as a page states them. */
export type StatedNumbers = Readonly<{
  seasonNumber?: number | undefined;
  episodeNumber: number;
  /** The season that the title of the series ends with: "Mob Psycho 100 II". */
  titleSeason?: number | undefined;
}>;

/**
 * The places that the numbers may mean, likeliest first, by the lengths of the seasons. More than one: the
 * lengths do not tell how the page counts. None: there is no such episode.
 */
export function placesOf(seasons: readonly SeasonLength[], stated: StatedNumbers): PlaceInSeries[] {
  const { seasonNumber, episodeNumber, titleSeason } = stated;
  if (titleSeason !== undefined && (seasonNumber ?? 1) <= titleSeason)
    return placesInSplitSeries(seasons, titleSeason, stated);
  if (seasonNumber === undefined) return placesInAll(seasons, episodeNumber);
  if (episodeNumber <= lengthOf(seasons, seasonNumber)) return [{ seasonNumber, episodeNumber }];
  // The number runs through all seasons although the page also states a season.
  return seasonNumber === 0 ? [] : placesInAll(seasons, episodeNumber);
}

/**
 * The page lists the season as its own series, with the number in the title. If the film database has one
 * long season instead, its parts are taken to be equally long.
 */
function placesInSplitSeries(
  seasons: readonly SeasonLength[],
  titleSeason: number,
  { seasonNumber, episodeNumber }: StatedNumbers,
): PlaceInSeries[] {
  if (episodeNumber <= lengthOf(seasons, titleSeason)) return [{ seasonNumber: titleSeason, episodeNumber }];
  if (lengthOf(seasons, titleSeason) > 0) return placesInAll(seasons, episodeNumber);
  const length = lengthOf(seasons, 1);
  const shifted = episodeNumber + Math.round((length * (titleSeason - 1)) / titleSeason);
  return [shifted, episodeNumber]
    .filter((number) => number <= length && (seasonNumber ?? 1) <= titleSeason)
    .map((number) => ({ seasonNumber: 1, episodeNumber: number }));
}

/** Counted through all seasons; specials (season 0) do not count. */
function placesInAll(seasons: readonly SeasonLength[], absoluteNumber: number): PlaceInSeries[] {
  let remaining = absoluteNumber;
  for (const { number: seasonNumber, episodes } of seasons) {
    if (seasonNumber === 0) continue;
    if (remaining <= episodes) return [{ seasonNumber, episodeNumber: remaining }];
    remaining -= episodes;
  }
  return [];
}

/** 0: there is no such season. */
function lengthOf(seasons: readonly SeasonLength[], seasonNumber: number): number {
  return seasons.find(({ number }) => number === seasonNumber)?.episodes ?? 0;
}
