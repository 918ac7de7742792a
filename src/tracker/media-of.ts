import type { Media } from '../core/media/media';
import type { MediaCandidate } from '../protocol/tracker/resolve';
import { defined } from '../core/values/defined';

/** What the tracker answered, in our own words; undefined where it names nothing that could be scrobbled. */
export function mediaOf(found: MediaCandidate): Media | undefined {
  const tmdbId = found.type === 'episode' ? (found.tvShowId ?? found.tmdbId) : found.tmdbId;
  const { id, seasonNumber, episodeNumber, year, posterUrl, url, runtime } = found;
  const placed =
    tmdbId !== undefined &&
    (found.type === 'movie' || (seasonNumber !== undefined && episodeNumber !== undefined));
  if (!placed && id === undefined) return undefined;
  const title = found.type === 'movie' ? found.title : found.episodeTitle;
  const seriesTitle = found.type === 'movie' ? undefined : (found.seriesTitle ?? found.title);
  return {
    type: found.type,
    ...defined({ tmdbId, id, seasonNumber, episodeNumber }),
    ...(title === undefined || title === '' ? {} : { title }),
    ...(seriesTitle === undefined || seriesTitle === '' ? {} : { seriesTitle }),
    ...defined({ year, posterUrl, url, runtime }),
  };
}
