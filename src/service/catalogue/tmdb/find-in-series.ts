import type { ResolveRequest } from '../../../protocol/tracker/resolve';
import type { Title } from '../catalogue';
import { titleScore } from '../compare-titles';
import type { Get } from './client';
import { episodeSchema, seasonSchema, seriesSchema, type Series } from './schemas';
import { toEpisode } from './to-title';

/** A name must score higher than this to identify an episode. */
const NAME_SCORE = 0.7;

/** Most seasons in which a name is looked up: each costs a request. */
const SEASON_LIMIT = 40;

interface EpisodePlace {
  readonly seasonNumber: number;
  readonly episodeNumber: number;
}

/** The episode by its number; without a season, counted through all seasons; otherwise by its name. */
export async function findInSeries(get: Get, seriesId: number, request: ResolveRequest): Promise<Title[]> {
  const series = await get(`/tv/${String(seriesId)}`, seriesSchema);
  if (series === undefined) return [];
  const place = placeOf(series, request);
  const episode =
    (place && (await getEpisode(get, series, place))) ?? (await findByName(get, series, request));
  return episode === undefined ? [] : [episode];
}

/** The next episode of the season, or the first of the next season. */
export async function followingEpisode(
  get: Get,
  seriesId: number,
  { seasonNumber, episodeNumber }: EpisodePlace,
): Promise<Title | undefined> {
  const series = await get(`/tv/${String(seriesId)}`, seriesSchema);
  if (series === undefined) return undefined;
  return (
    (await getEpisode(get, series, { seasonNumber, episodeNumber: episodeNumber + 1 })) ??
    (await getEpisode(get, series, { seasonNumber: seasonNumber + 1, episodeNumber: 1 }))
  );
}

function placeOf(series: Series, { seasonNumber, episodeNumber }: ResolveRequest): EpisodePlace | undefined {
  if (episodeNumber === undefined) return undefined;
  return seasonNumber === undefined
    ? placeOfAbsoluteNumber(series, episodeNumber)
    : { seasonNumber, episodeNumber };
}

/** Specials (season 0) do not count. */
function placeOfAbsoluteNumber({ seasons = [] }: Series, absoluteNumber: number): EpisodePlace | undefined {
  let remaining = absoluteNumber;
  for (const { season_number: seasonNumber, episode_count: length } of seasons) {
    if (seasonNumber === 0) continue;
    if (remaining <= length) return { seasonNumber, episodeNumber: remaining };
    remaining -= length;
  }
  return undefined;
}

async function getEpisode(
  get: Get,
  series: Series,
  { seasonNumber, episodeNumber }: EpisodePlace,
): Promise<Title | undefined> {
  const path = `/tv/${String(series.id)}/season/${String(seasonNumber)}/episode/${String(episodeNumber)}`;
  const episode = await get(path, episodeSchema);
  return episode && toEpisode(series, episode);
}

/** Seasons are requested one after the other: most names are found in the first ones. */
async function findByName(
  get: Get,
  series: Series,
  { seasonNumber: only, episodeTitle: name }: ResolveRequest,
): Promise<Title | undefined> {
  if (name === undefined) return undefined;
  const seasons = (series.seasons ?? [])
    .map(({ season_number: number }) => number)
    .filter((number) => only === undefined || number === only)
    .slice(0, SEASON_LIMIT);
  for (const number of seasons) {
    const season = await get(`/tv/${String(series.id)}/season/${String(number)}`, seasonSchema);
    const match = season?.episodes.find((episode) => titleScore(name, episode.name) > NAME_SCORE);
    if (match !== undefined) return toEpisode(series, match);
  }
  return undefined;
}
