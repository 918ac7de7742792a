import type { RelayEvent, RelayRating } from './sink-client';

/**
 * A viewing as `movies` or `shows` in Trakt's format, which Simkl and MDBList share. `undefined`: no known
 * id.
 */
export function historyBody(event: RelayEvent, withTime: boolean): object | undefined {
  const { type, seasonNumber, episodeNumber } = event.media;
  const ids = idsOf(event);
  if (ids === undefined) return undefined;
  const time = withTime ? { watched_at: isoTime(event.watchedAt) } : {};
  if (type === 'movie') return { movies: [{ ids, ...time }] };
  const episodes = [{ number: episodeNumber, ...time }];
  return { shows: [{ ids, seasons: [{ number: seasonNumber, episodes }] }] };
}

export const isoTime = (at: number): string => new Date(at).toISOString();

/** Ids of the film or series; `undefined` if it has none that other trackers know. */
function idsOf({ media, imdbId }: Pick<RelayEvent, 'media' | 'imdbId'>): object | undefined {
  const { tmdbId, type, seasonNumber, episodeNumber } = media;
  if (tmdbId === null || (type === 'episode' && (seasonNumber === null || episodeNumber === null)))
    return undefined;
  return imdbId === undefined ? { tmdb: tmdbId } : { tmdb: tmdbId, imdb: imdbId };
}

/** The playing title, for `/scrobble/start` and `/scrobble/pause` of Trakt and Simkl. `progress`: percent. */
export function playingBody(event: RelayEvent, progress: number): object | undefined {
  const { type, seasonNumber, episodeNumber } = event.media;
  const ids = idsOf(event);
  if (ids === undefined) return undefined;
  if (type === 'movie') return { progress, movie: { ids, ...namesOf(event) } };
  return {
    progress,
    show: { ids, ...namesOf(event) },
    episode: { season: seasonNumber, number: episodeNumber },
  };
}

const namesOf = ({ media: { title, year } }: RelayEvent): object =>
  title === null || year === null ? {} : { title, year };

/** A rating in the same format; without a value if it is removed. */
export function ratingBody({ media, rating }: RelayRating): object | undefined {
  const [kind, id, season, episode] = media.split(':');
  const ids = { tmdb: Number(id) };
  const value = rating === null ? {} : { rating: Math.min(10, Math.max(1, Math.round(rating))) };
  if (kind === 'movie') return { movies: [{ ids, ...value }] };
  if (kind === 'show') return { shows: [{ ids, ...value }] };
  if (season === undefined) return undefined;
  const number = Number(season);
  if (kind === 'season') return { shows: [{ ids, seasons: [{ number, ...value }] }] };
  const episodes = [{ number: Number(episode), ...value }];
  return { shows: [{ ids, seasons: [{ number, episodes }] }] };
}
