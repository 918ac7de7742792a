import type { Title } from '../catalogue';
import { affordable } from './affordable';
import type { Inquiry } from './inquiry';
import { loadSeason } from './load-series';
import type { SeriesRecord } from './records';
import { dayMs } from './title-cache';
import { toEpisode } from './to-title';

/** The episodes of a daily programme that were aired on this day; one alone is certain. */
export async function findByDay(inquiry: Inquiry, series: SeriesRecord, day: string): Promise<Title[]> {
  const begun = series.seasons.filter(
    ({ number, airDate }) => number > 0 && airDate !== undefined && airDate <= day,
  );
  const current = begun.toSorted((a, b) => ((a.airDate ?? '') < (b.airDate ?? '') ? 1 : -1))[0];
  if (current === undefined) return [];
  const load = (maxAgeMs?: number) => affordable(loadSeason(inquiry, series.id, current.number, maxAgeMs));
  const stored = await load();
  const isListed = stored?.episodes.some(({ airDate }) => airDate === day) === true;
  const season = isListed ? stored : await load(dayMs);
  if (season === undefined) return [];
  const { language } = season;
  const facts = { seasonNumber: current.number, language };
  const titles = season.episodes
    .filter(({ airDate }) => airDate === day)
    .map((episode) => toEpisode(series, { ...facts, episode }, inquiry.language));
  return titles.length === 1 ? titles.map((title): Title => ({ ...title, matchedBy: 'airDate' })) : titles;
}
