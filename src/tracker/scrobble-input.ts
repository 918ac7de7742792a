import type { Media } from '../core/media/media';
import type { ScrobbleInput } from '../protocol/tracker/scrobble';
import { defined } from '../core/values/defined';

/** The body of `POST /scrobble` for a position (whole seconds) in resolved media. */
export function scrobbleInput(media: Media, progress: number, duration: number): ScrobbleInput {
  const { type, tmdbId, id, seasonNumber, episodeNumber } = media;
  if (type === 'movie') return { type, progress, duration, ...defined({ tmdbId }) };
  return {
    type,
    progress,
    duration,
    ...defined({ id }),
    // For an episode both names stand for the series; `tvShowId` is the one that says so.
    ...(tmdbId === undefined ? {} : { tmdbId, tvShowId: tmdbId }),
    ...defined({ seasonNumber, episodeNumber }),
  };
}
