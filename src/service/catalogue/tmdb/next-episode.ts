import type { EpisodePlace, Title } from '../catalogue';
import { affordable } from './affordable';
import type { Inquiry } from './inquiry';
import { findIn, loadEpisode } from './load-episode';
import { loadSeries, storedSeason } from './load-series';
import type { PlaceInSeries } from './places';
import type { EpisodeRecord, SeriesRecord } from './records';
import { dayMs } from './title-cache';
import { toEpisode } from './to-title';

/**
 * The next episode of the season, or the first of the next season. `undefined`: there is none, or it has not
 * been aired by `today` (`2026-01-15`).
 */
export async function nextEpisode(
  inquiry: Inquiry,
  { tmdbId, seasonNumber, episodeNumber }: EpisodePlace,
  today: string,
): Promise<Title | undefined> {
  const wanted = { seasons: [seasonNumber, seasonNumber + 1] };
  const stored = await loadSeries(inquiry, tmdbId, wanted);
  const known = stored && followingPlace(stored, seasonNumber, episodeNumber);
  const series =
    stored === undefined || known !== undefined || stored.hasEnded
      ? stored
      : ((await affordable(loadSeries(inquiry, tmdbId, { ...wanted, maxAgeMs: dayMs }))) ?? stored);
  const place = known ?? (series && followingPlace(series, seasonNumber, episodeNumber));
  return series && place && describe(inquiry, series, place, today);
}

function followingPlace(
  { seasons }: SeriesRecord,
  season: number,
  episode: number,
): PlaceInSeries | undefined {
  const lengthOf = (wanted: number) => seasons.find(({ number }) => number === wanted)?.episodes ?? 0;
  if (episode < lengthOf(season)) return { seasonNumber: season, episodeNumber: episode + 1 };
  // Nothing follows a special.
  if (season === 0 || lengthOf(season + 1) === 0) return undefined;
  return { seasonNumber: season + 1, episodeNumber: 1 };
}

/** In any stored language of the season; the season is requested if it is not stored. */
async function describe(
  inquiry: Inquiry,
  series: SeriesRecord,
  place: PlaceInSeries,
  today: string,
): Promise<Title | undefined> {
  const { seasonNumber, episodeNumber } = place;
  const stored = findIn(await storedSeason(inquiry, series.id, seasonNumber), episodeNumber);
  const found = stored ?? (await loadEpisode(inquiry, series.id, place));
  if (found === undefined || !isAired(series, place, found.episode, today)) return undefined;
  const { language } = found.season;
  return toEpisode(series, { seasonNumber, episode: found.episode, language }, language);
}

/** If neither a date nor the latest episode is stated, only an ended series counts as aired. */
function isAired(
  series: SeriesRecord,
  place: PlaceInSeries,
  { airDate }: EpisodeRecord,
  today: string,
): boolean {
  if (airDate !== undefined) return airDate <= today;
  const { hasEnded, lastAired } = series;
  if (lastAired === undefined) return hasEnded;
  const isLaterSeason = place.seasonNumber > lastAired.seasonNumber;
  const isLater =
    place.seasonNumber === lastAired.seasonNumber && place.episodeNumber > lastAired.episodeNumber;
  return !isLaterSeason && !isLater;
}
