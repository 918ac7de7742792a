import * as z from 'zod/mini';
import type { ResolveRequest } from '../../../protocol/tracker/resolve';
import type { Title } from '../catalogue';
import { titleScore } from '../compare-titles';
import type { Get } from './client';
import { findByImdbId } from './find-by-imdb-id';
import { findInSeries } from './find-in-series';
import { seriesSchema, type Series } from './schemas';
import { yearOf } from './to-title';

/** Most series of a search in which the episode is looked up: each costs further requests. */
const SERIES_LIMIT = 3;

/** The episode by an id, otherwise the episodes of the series that a search by title finds, best first. */
export async function findEpisodes(get: Get, request: ResolveRequest): Promise<Title[]> {
  const { tmdbId, tvShowId = tmdbId, imdbId, seriesTitle, year } = request;
  if (tvShowId !== undefined) return findInSeries(get, tvShowId, request);
  const byImdbId = imdbId === undefined ? undefined : await findInImdbId(get, imdbId, request);
  if (byImdbId !== undefined) return byImdbId;
  if (seriesTitle === undefined) return [];
  const series = await searchSeries(get, seriesTitle, year);
  return (await Promise.all(series.map(({ id }) => findInSeries(get, id, request)))).flat();
}

/** The IMDb id is that of the episode or of the series. `undefined`: the film database does not know it. */
async function findInImdbId(get: Get, imdbId: string, request: ResolveRequest): Promise<Title[] | undefined> {
  const found = await findByImdbId(get, imdbId);
  const episode = found?.tv_episode_results[0];
  if (episode !== undefined) {
    const { show_id: showId, season_number: seasonNumber, episode_number: episodeNumber } = episode;
    return findInSeries(get, showId, { ...request, seasonNumber, episodeNumber });
  }
  const series = found?.tv_results[0];
  return series && findInSeries(get, series.id, request);
}

/** The best series first; of equal ones, those that began in this year. */
async function searchSeries(get: Get, title: string, year: number | undefined): Promise<Series[]> {
  const found = await get('/search/tv', searchSchema, { query: title });
  return (found?.results ?? [])
    .map((series) => ({
      series,
      score: scoreOf(title, series),
      sameYear: Number(yearOf(series.first_air_date) === year),
    }))
    .sort((a, b) => b.score - a.score || b.sameYear - a.sameYear)
    .slice(0, SERIES_LIMIT)
    .map(({ series }) => series);
}

const searchSchema = z.object({ results: z.array(seriesSchema) });

function scoreOf(title: string, series: Series): number {
  return Math.max(titleScore(title, series.name), titleScore(title, series.original_name ?? series.name));
}
