import { defined } from '../../core/values/defined';
import { isRecord } from '../../core/values/is-record';
import { readNumber, readPoster, readRecord, readText, type Fields } from './read-fields';
import { readDetails, readTmdbId } from './read-media-fields';

/** A film, a series or an episode, in any format that API v1 documents. */
export type Work = Readonly<{
  type: 'movie' | 'tv' | 'episode';
  /** Of the film, the series, or the episode itself. */
  id?: number;
  /** Of the film, the series, or the episode itself. */
  title?: string;
  year?: number;
  imdbId?: string;
  posterUrl?: string;
  /** Of an episode: its series. */
  tvShowId?: number;
  seriesTitle?: string;
  seasonNumber?: number;
  episodeNumber?: number;
  /** How certain the tracker is that this is the requested work. */
  matchConfidence?: MatchConfidence;
}>;

type MatchConfidence = 'high' | 'medium' | 'low';

/**
 * Reads a media item of API v1: the short format `{id, type, title, posterPath}`, that of listings with
 * `info` and `art`, or the answer of `POST /media/resolve`. `undefined` if it has no known type.
 */
export function readWork(value: unknown): Work | undefined {
  if (!isRecord(value)) return undefined;
  const info = readRecord(value, ['info']) ?? {};
  const type = typeOf(value, info);
  if (type === undefined) return undefined;
  const { year, imdbId } = readDetails(value, value);
  const confidence = value['matchConfidence'];
  return defined({
    type,
    id: readNumber(value, ['episodeId'], 1) ?? readTmdbId(value) ?? readNumber(value, ['id'], 1),
    title: readText(value, ['title', 'name']) ?? readText(info, ['title']),
    year: year ?? readNumber(info, ['year'], 1870),
    imdbId,
    posterUrl: pictureOf(value),
    ...(type === 'episode' ? placeOf(value, info) : undefined),
    matchConfidence: isConfidence(confidence) ? confidence : undefined,
  });
}

/** The picture of an item: `art.poster`, `posterUrl`, or the path at the film database. */
export function pictureOf(fields: Fields): string | undefined {
  return readPoster(fields) ?? readPoster(readRecord(fields, ['art']) ?? {});
}

function typeOf(fields: Fields, info: Fields): Work['type'] | undefined {
  const type = fields['type'] ?? info['mediatype'];
  switch (type) {
    case 'movie':
    case 'tv':
    case 'episode':
      return type;
    case 'show':
    case 'tvshow':
      return 'tv';
    default:
      return undefined;
  }
}

function placeOf(fields: Fields, info: Fields) {
  return {
    tvShowId: readNumber(fields, ['tvShowId', 'showId', 'tv_show_id'], 1),
    seriesTitle: readText(fields, ['seriesTitle', 'showTitle']) ?? readText(info, ['tvshowtitle']),
    seasonNumber:
      readNumber(fields, ['seasonNumber', 'season_number', 'season'], 0) ?? readNumber(info, ['season'], 0),
    episodeNumber:
      readNumber(fields, ['episodeNumber', 'episode_number', 'episode'], 1) ??
      readNumber(info, ['episode'], 1),
  };
}

function isConfidence(value: unknown): value is MatchConfidence {
  return value === 'high' || value === 'medium' || value === 'low';
}
