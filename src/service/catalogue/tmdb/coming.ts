import { defined } from '../../../core/values/defined';
import type { Releases, Title, EpisodePlace } from '../catalogue';
import { affordable, rememberPosters, type Inquiry, dayMs } from './inquiry';
import { loadSeries, storedSeason } from './load-series';
import { type SeriesRecord, hitToFilm, toEpisode, type EpisodeRecord } from './records';
import { releasesSchema } from './schemas';
import { dateOf, toHit } from './to-record';
import { findIn, loadEpisode, type PlaceInSeries } from './episodes-of-series';

/** The day of a time, in UTC: `2026-01-15`. */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/**
 * The next episode of a series that is aired today or later. If the stored date has passed, the series is
 * requested again, at most once a day.
 */
export async function comingEpisode(
  inquiry: Inquiry,
  tmdbId: number,
  today: string,
): Promise<Title | undefined> {
  const series = await currentSeries(inquiry, tmdbId, today);
  const coming = comingOf(series, today);
  if (series === undefined || coming === undefined) return undefined;
  const { seasonNumber, ...episode } = coming;
  const { language } = inquiry;
  return toEpisode(series, { seasonNumber, episode, language }, language);
}

async function currentSeries(inquiry: Inquiry, tmdbId: number, today: string) {
  const stored = await loadSeries(inquiry, tmdbId);
  if (stored === undefined || stored.hasEnded || comingOf(stored, today) !== undefined) return stored;
  return (await affordable(loadSeries(inquiry, tmdbId, { maxAgeMs: dayMs }))) ?? stored;
}

function comingOf(series: SeriesRecord | undefined, today: string): SeriesRecord['coming'] {
  const coming = series?.coming;
  return (coming?.airDate ?? '') >= today ? coming : undefined;
}

/** Releases are searched for up to 90 days ahead. */
const AHEAD_MS = 90 * dayMs;

/** Films that come out in the next 90 days. The answer is the same for everybody and requested once a day. */
export async function comingReleases(
  inquiry: Inquiry,
  page: number,
  now: number,
): Promise<Releases | undefined> {
  const { get, cache, language } = inquiry;
  const query = {
    language,
    page: String(page),
    sort_by: 'popularity.desc',
    'primary_release_date.gte': dayOf(now),
    'primary_release_date.lte': dayOf(now + AHEAD_MS),
  };
  const key = `releases?${new URLSearchParams(query).toString()}`;
  const load = async () => {
    const found = await get('/discover/movie', releasesSchema, query);
    if (found === undefined) return { [key]: undefined };
    const titles = found.results.flatMap((movie): Title[] => {
      const hit = toHit(movie);
      return hit === undefined
        ? []
        : [{ ...hitToFilm(hit), ...defined({ airDate: dateOf(movie.release_date) }) }];
    });
    const hits = found.results.flatMap((movie) => toHit(movie) ?? []);
    await rememberPosters(inquiry, 'movie', hits);
    return { [key]: { titles, total: found.total_results } };
  };
  return cache.get<Releases>(key, load, dayMs);
}

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

/**
 * The episode at a place, named in the language of the stored season. The season is requested if it is not
 * stored.
 */
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

/**
 * Whether an episode has been aired: by its date, otherwise by the last aired episode. If neither is known,
 * it counts as aired only if the series has ended.
 */
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
