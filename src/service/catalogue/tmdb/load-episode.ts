import type { Inquiry } from './inquiry';
import { loadSeason } from './load-series';
import type { PlaceInSeries } from './places';
import type { EpisodeRecord, SeasonRecord } from './records';
import { dayMs } from './title-cache';

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
