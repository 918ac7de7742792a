/** The film or episode that an update is about, by the ids in the request. */
export type MediaIds = Readonly<{
  type: 'movie' | 'episode';
  /** The film, or the series. */
  tmdbId?: number;
  /** The episode's own external id. */
  episodeId?: number;
  seasonNumber?: number;
  episodeNumber?: number;
}>;

/** `movie:10378`, `episode:1396:1:2`, or `episode:62085` while only the episode's own id is known. */
export function mediaKey({ type, tmdbId, episodeId, seasonNumber, episodeNumber }: MediaIds): string {
  if (type === 'movie') return `movie:${String(tmdbId)}`;
  if (tmdbId === undefined || seasonNumber === undefined || episodeNumber === undefined)
    return `episode:${String(episodeId)}`;
  return `episode:${String(tmdbId)}:${String(seasonNumber)}:${String(episodeNumber)}`;
}

/** The film or episode of a `mediaKey`. */
export function idsOfMediaKey(media: string): MediaIds {
  const [type, first, season, episode] = media.split(':');
  if (type === 'movie') return { type, tmdbId: Number(first) };
  if (season === undefined) return { type: 'episode', episodeId: Number(first) };
  const place = { seasonNumber: Number(season), episodeNumber: Number(episode) };
  return { type: 'episode', tmdbId: Number(first), ...place };
}

/** The series of an episode whose place in it is known. */
export function showOf(media: string): number | null {
  const [type, show, season] = media.split(':');
  return type === 'episode' && season !== undefined ? Number(show) : null;
}
