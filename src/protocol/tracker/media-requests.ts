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

/** A person's mark on a film or an episode. For an episode, list and favourite apply to its series. */
export type Mark =
  | Readonly<{ kind: 'watchlist' | 'favorite'; on: boolean }>
  /** `plays`: the wanted number of viewings in the history, the last one at `watchedAt` (ISO 8601). */
  | Readonly<{ kind: 'watched'; plays: number; watchedAt?: string | undefined }>
  /** 1 to 10; `null`: no rating. */
  | Readonly<{ kind: 'rating'; rating: number | null }>;

export type MarkRequest = Readonly<{
  method: 'POST' | 'DELETE';
  path: string;
  body?: object;
}>;

const PATHS = { watchlist: '/watchlist', favorite: '/favorites' } as const;

/** The request of API v1 for a mark. */
export function markRequest(media: Media, mark: Mark): MarkRequest {
  switch (mark.kind) {
    case 'watchlist':
    case 'favorite': {
      const work = { type: media.type === 'movie' ? 'movie' : 'tv', id: media.tmdbId };
      return mark.on ? post(PATHS[mark.kind], work) : remove(PATHS[mark.kind], work);
    }
    case 'watched': {
      const { plays: count, watchedAt } = mark;
      const { id, tvShowId, seasonNumber, episodeNumber, type } = reference(media);
      const body = defined({ type, id, tvShowId, seasonNumber, episodeNumber, count, watchedAt });
      return count > 0 ? post('/history', body) : remove('/history', reference(media));
    }
    case 'rating':
      return mark.rating === null
        ? remove('/ratings', reference(media))
        : post('/ratings', { ...reference(media), rating: mark.rating });
  }
}

/** A film by its id, an episode by its own id and its place. */
function reference({ type, tmdbId, id, seasonNumber, episodeNumber }: Media): Reference {
  return type === 'movie'
    ? defined({ type, id: tmdbId })
    : defined({ type, id, tvShowId: tmdbId, seasonNumber, episodeNumber });
}

type Reference = Readonly<{
  type: Media['type'];
  id?: number;
  tvShowId?: number;
  seasonNumber?: number;
  episodeNumber?: number;
}>;

function post(path: string, body: object): MarkRequest {
  return { method: 'POST', path, body };
}

function remove(path: string, ids: object): MarkRequest {
  const query = new URLSearchParams(Object.entries(ids).map(([name, value]) => [name, String(value)]));
  return { method: 'DELETE', path: `${path}?${String(query)}` };
}
