import { defined } from '../../../core/values/defined';
import type { Releases, Title } from '../catalogue';
import { affordable } from './affordable';
import { rememberPosters, type Inquiry } from './inquiry';
import { loadSeries } from './load-series';
import type { SeriesRecord } from './records';
import { releasesSchema } from './schemas';
import { dayMs } from './title-cache';
import { dateOf, toHit } from './to-record';
import { hitToFilm, toEpisode } from './to-title';

/** `2026-01-15` */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/**
 * The next episode of a series that is aired today or later. If the stored date has passed, it is asked again
 * once a day.
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

/** How far ahead releases are looked for: 90 days. */
const AHEAD_MS = 90 * dayMs;

/** The same for everybody, requested once a day. */
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
