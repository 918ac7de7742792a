import { type Inquiry, dayMs, affordable } from './inquiry';
import { loadSeason, storeSeasons } from './load-series';
import { type EpisodeRecord, type SeasonRecord, type SeriesRecord, toEpisode } from './records';
import type { SeasonLength } from '../../../core/media/media';
import { compareNames, type Likeness } from '../../../core/matching/compare-names';
import type { Title } from '../catalogue';

export type LoadedEpisode = Readonly<{
  season: SeasonRecord;
  episode: EpisodeRecord;
}>;

/** An episode with its season. If the stored season lacks the episode, it is requested again once a day. */
export async function loadEpisode(
  inquiry: Inquiry,
  seriesId: number,
  { seasonNumber, episodeNumber }: PlaceInSeries,
): Promise<LoadedEpisode | undefined> {
  const stored = findIn(await loadSeason(inquiry, seriesId, seasonNumber), episodeNumber);
  return stored ?? findIn(await loadSeason(inquiry, seriesId, seasonNumber, dayMs), episodeNumber);
}

export function findIn(season: SeasonRecord | undefined, episodeNumber: number): LoadedEpisode | undefined {
  const episode = season?.episodes.find(({ number }) => number === episodeNumber);
  return season && episode && { season, episode };
}

/** An episode within its series. */
export type PlaceInSeries = Readonly<{
  seasonNumber: number;
  episodeNumber: number;
}>;

/** The numbers of an episode as a page states them. */
type StatedNumbers = Readonly<{
  seasonNumber?: number | undefined;
  episodeNumber: number;
  /** The season in the title of the series: 2 in "Mob Psycho 100 II". */
  titleSeason?: number | undefined;
}>;

/**
 * The places that the numbers may mean, likeliest first, judged by the lengths of the seasons. Several
 * places: the lengths do not show how the page counts. Empty: there is no such episode.
 */
export function placesOf(seasons: SeasonLength[], stated: StatedNumbers): PlaceInSeries[] {
  const { seasonNumber, episodeNumber, titleSeason } = stated;
  if (titleSeason !== undefined && (seasonNumber ?? 1) <= titleSeason)
    return placesInSplitSeries(seasons, titleSeason, stated);
  if (seasonNumber === undefined) return placesInAll(seasons, episodeNumber);
  if (episodeNumber <= lengthOf(seasons, seasonNumber)) return [{ seasonNumber, episodeNumber }];
  // The number counts through all seasons although the page also states a season.
  return seasonNumber === 0 ? [] : placesInAll(seasons, episodeNumber);
}

/**
 * The places for a page that lists the season as its own series, with the season in the title. If the film
 * database has a single long season instead, its parts are taken to be equally long.
 */
function placesInSplitSeries(
  seasons: SeasonLength[],
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

/** The place of a number that counts through all seasons. Specials (season 0) do not count. */
function placesInAll(seasons: SeasonLength[], absoluteNumber: number): PlaceInSeries[] {
  let remaining = absoluteNumber;
  for (const { number: seasonNumber, episodes } of seasons) {
    if (seasonNumber === 0) continue;
    if (remaining <= episodes) return [{ seasonNumber, episodeNumber: remaining }];
    remaining -= episodes;
  }
  return [];
}

/** The number of episodes of a season; 0 if there is no such season. */
function lengthOf(seasons: SeasonLength[], seasonNumber: number): number {
  return seasons.find(({ number }) => number === seasonNumber)?.episodes ?? 0;
}

/** Maximum number of episodes with the same name. */
const RESULT_LIMIT = 3;

type NamedEpisode = Readonly<{
  name: string;
  /** Season to search first; all seasons are searched. */
  seasonNumber: number | undefined;
}>;

/**
 * The episodes with this name in the language of the question, otherwise in the original language. Specials
 * come last.
 */
export async function findByName(
  inquiry: Inquiry,
  series: SeriesRecord,
  wanted: NamedEpisode,
): Promise<Title[]> {
  const found = await findInLanguage(inquiry, series, wanted);
  const { originalLanguage = inquiry.language } = series;
  if (found.length > 0 || inquiry.language.startsWith(originalLanguage)) return found;
  return findInLanguage({ ...inquiry, language: originalLanguage }, series, wanted);
}

type FoundEpisode = Readonly<{
  seasonNumber: number;
  season: SeasonRecord;
  episode: EpisodeRecord;
  likeness: Likeness;
}>;

async function findInLanguage(
  inquiry: Inquiry,
  series: SeriesRecord,
  { name, seasonNumber: only }: NamedEpisode,
): Promise<Title[]> {
  const numbers = series.seasons
    .map(({ number }) => number)
    .sort((a, b) => rankOf(a, only) - rankOf(b, only));
  await affordable(storeSeasons(inquiry, series.id, numbers));
  const seasons = await Promise.all(
    numbers.map(async (number) => ({
      number,
      season: await affordable(loadSeason(inquiry, series.id, number)),
    })),
  );
  const found = seasons.flatMap(({ number, season }) => (season ? namedIn(season, number, name) : []));
  const best = LIKENESSES.find((likeness) => found.some((one) => one.likeness === likeness));
  return found
    .filter(({ likeness }) => likeness === best)
    .slice(0, RESULT_LIMIT)
    .map(({ seasonNumber, season, episode }) =>
      toEpisode(series, { seasonNumber, episode, language: season.language }, inquiry.language),
    );
}

/** The kinds of likeness that count, the closest first. */
const LIKENESSES: Likeness[] = ['same', 'variant', 'near', 'part'];

function namedIn(season: SeasonRecord, seasonNumber: number, name: string): FoundEpisode[] {
  return season.episodes.flatMap((episode) => {
    const likeness = episode.name === undefined ? 'differs' : compareNames(name, episode.name);
    return LIKENESSES.includes(likeness) ? [{ seasonNumber, season, episode, likeness }] : [];
  });
}

/** The stated season first, the specials last. */
function rankOf(number: number, stated: number | undefined): number {
  if (number === stated) return -1;
  return number === 0 ? Number.MAX_SAFE_INTEGER : number;
}
