import { posterMac } from '../secrets/poster-key';

type MediaAddress = Readonly<{
  type: 'movie' | 'episode';
  /** The film, or the series. */
  tmdbId: number | null;
  episodeId?: number | null;
  seasonNumber?: number | null;
  episodeNumber?: number | null;
}>;

/** The path of the page about a film or episode. */
export function mediaPath(media: MediaAddress): string {
  const { type, tmdbId, episodeId, seasonNumber, episodeNumber } = media;
  if (type === 'movie') return `/media/movie/${String(tmdbId)}`;
  if (tmdbId === null || seasonNumber == null || episodeNumber == null)
    return `/media/episode/${String(episodeId)}`;
  return `/media/episode/${String(tmdbId)}/${String(seasonNumber)}/${String(episodeNumber)}`;
}

/** The poster of a film or series; `withPosterKey` adds the key to its address. */
export function posterUrl(origin: string, type: 'movie' | 'episode', tmdbId: number): string {
  const work = `${type === 'movie' ? 'movie' : 'show'}/${String(tmdbId)}`;
  return `${origin}/poster/${work}?k=${posterMac(work)}`;
}
