import type { Media } from '../../core/media/media';
import { defined } from '../../core/values/defined';
import type { ScrobbleInput } from './scrobble-request';

/** The body of `POST /scrobble`; `progress` and `duration` are whole seconds. */
export function scrobbleInput(media: Media, progress: number, duration: number): ScrobbleInput {
  const { type, tmdbId, id, seasonNumber, episodeNumber } = media;
  if (type === 'movie') return { type, progress, duration, ...defined({ tmdbId }) };
  // Both `tmdbId` and `tvShowId` are documented as the series of an episode.
  const series = { tmdbId, tvShowId: tmdbId };
  return { type, progress, duration, ...defined({ id, ...series, seasonNumber, episodeNumber }) };
}
