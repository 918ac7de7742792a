import type { Media } from '../../core/media/media';
import { defined } from '../../core/values/defined';
import { isRecord } from '../../core/values/is-record';
import { readNumber, readText, type Fields } from './read-fields';

/**
 * What a person has done with a film or an episode. For an episode, list and favourite apply to its series.
 */
export type MediaStatus = Readonly<{
  watched: boolean;
  /** Number of viewings in the history. */
  plays: number;
  /** ISO 8601: of the last viewing. */
  watchedAt?: string;
  /** 1 to 10. */
  rating?: number;
  inWatchlist: boolean;
  isFavorite: boolean;
  /** Seconds at which playback was left, on whatever device. */
  position?: number;
  /** The tracker knows people to whose history the viewing can be added. */
  hasCompanions?: true;
}>;

/** The items of `POST /media/status` for a film, or for an episode and its series. */
export function statusItems({ type, tmdbId, id, seasonNumber, episodeNumber }: Media): object[] {
  if (type === 'movie') return [{ type, id: tmdbId }];
  const episode = { type, ...defined({ id, tmdbId, seasonNumber, episodeNumber }) };
  return tmdbId === undefined ? [episode] : [episode, { type: 'tv', id: tmdbId }];
}

/** Reads `data` of `POST /media/status`. `undefined`: the tracker says nothing about the title. */
export function readMediaStatus(data: unknown, media: Media): MediaStatus | undefined {
  if (!isRecord(data)) return undefined;
  const { type, tmdbId, id, seasonNumber, episodeNumber } = media;
  const place = `episode:${String(tmdbId)}:${String(seasonNumber)}:${String(episodeNumber)}`;
  const own =
    type === 'movie'
      ? entryOf(data, `movie:${String(tmdbId)}`)
      : (entryOf(data, `episode:${String(id)}`) ?? entryOf(data, place));
  if (own === undefined) return undefined;
  const work = type === 'movie' ? own : (entryOf(data, `tv:${String(tmdbId)}`) ?? {});
  const watched = own['watched'] === true;
  return defined({
    watched,
    plays: watched ? 1 + (readNumber(own, ['rewatchCount'], 0) ?? 0) : 0,
    watchedAt: readText(own, ['watchedAt']),
    rating: ratingOf(own),
    inWatchlist: work['inWatchlist'] === true,
    isFavorite: work['isFavorite'] === true,
    position: readNumber(own, ['progress'], 1),
    hasCompanions: own['hasCompanions'] === true || undefined,
  });
}

function entryOf(data: Fields, key: string): Fields | undefined {
  const entry = Object.hasOwn(data, key) ? data[key] : undefined;
  return isRecord(entry) ? entry : undefined;
}

function ratingOf(fields: Fields): number | undefined {
  const rating = readNumber(fields, ['rating'], 1);
  return rating !== undefined && rating <= 10 ? rating : undefined;
}
