import { defined } from '../../core/values/defined';
import { isRecord } from '../../core/values/is-record';
import type { MediaType } from '../../core/media/item';
import { readArray, readNumber, readRecord, readTitle, readText, type Fields } from './read-fields';
import { readDetails, readTmdbId, readNames, readSeasons } from './read-media-fields';
import type { MediaCandidate, ResolvedMedia } from './resolve';
import type { SeasonLength } from '../../core/media/media';

const SEASON_NAMES = ['seasonNumber', 'season_number', 'season'];

const EPISODE_NAMES = ['episodeNumber', 'episode_number', 'number', 'episode'];

/** Limits of examined hits and of kept candidates. */
const HIT_LIMIT = 100;

const CANDIDATE_LIMIT = 20;

/**
 * Reads `data` of `POST /matinee/resolve`, in any similar format. `requestedType` is used if the response has
 * no type. `undefined`: the best hit has no id with which an update could be sent.
 */
export function readResolvedMedia(data: unknown, requestedType: MediaType): ResolvedMedia | undefined {
  const [first, ...rest] = readHits(data).slice(0, HIT_LIMIT);
  const media = first && readCandidate(first, requestedType);
  if (media === undefined) return undefined;
  const listed = isRecord(data) && Array.isArray(data['candidates']) ? data['candidates'] : rest;
  const candidates = listed
    .slice(0, CANDIDATE_LIMIT)
    .flatMap((hit) => (isRecord(hit) ? (readCandidate(hit, requestedType) ?? []) : []));
  return candidates.length > 0 ? { ...media, candidates } : media;
}

/**
 * The hits of a response, best first: from the list that it contains, the object that it wraps, or itself.
 */
function readHits(data: unknown): Fields[] {
  const list = readArray(data, ['results', 'items']);
  if (list !== undefined) return list.filter(isRecord);
  return isRecord(data) ? [readRecord(data, ['media', 'item', 'result', 'movie']) ?? data] : [];
}

function readCandidate(hit: Fields, requestedType: MediaType): MediaCandidate | undefined {
  const type = hit['type'] === 'movie' || hit['type'] === 'episode' ? hit['type'] : requestedType;
  return type === 'movie' ? readFilm(hit) : readEpisode(hit);
}

function readFilm(hit: Fields): MediaCandidate | undefined {
  const tmdbId = readTmdbId(hit) ?? readNumber(hit, ['id'], 1);
  if (tmdbId === undefined) return undefined;
  return defined({ type: 'movie', tmdbId, title: readTitle(hit) ?? '', ...readDetails(hit, hit) });
}

/**
 * An episode. Its response is flat, or nests the series, the episode, or both. `undefined` if it has neither
 * its own id nor series, season and number.
 */
function readEpisode(hit: Fields): MediaCandidate | undefined {
  const series = readRecord(hit, ['show', 'series', 'tvShow', 'tv_show']);
  const episode = isRecord(hit['episode']) ? hit['episode'] : hit;
  const tvShowId = readSeriesId(hit, series);
  const id = readNumber(episode, ['id', 'episodeId', 'episode_id'], 1);
  const seasonNumber = readNumber(episode, SEASON_NAMES, 0) ?? readNumber(hit, SEASON_NAMES, 0);
  const episodeNumber = readNumber(episode, EPISODE_NAMES, 1);
  const isNumbered = tvShowId !== undefined && seasonNumber !== undefined && episodeNumber !== undefined;
  if (!isNumbered && id === undefined) return undefined;
  return defined({
    type: 'episode',
    tmdbId: tvShowId,
    tvShowId,
    id,
    seasonNumber,
    episodeNumber,
    ...readTitles(hit, series, episode),
    ...readDetails(hit, series ?? hit),
    episodeTitles: readNames(hit['episodeTitles']),
    seasons: readSeasons((series ?? hit)['seasons']),
  });
}

/** An id beside a nested series belongs to the episode, so it is used only in a flat response. */
function readSeriesId(hit: Fields, series: Fields | undefined): number | undefined {
  const ownId = readNumber(hit, ['tvShowId', 'tv_show_id', 'showId', 'show_id', 'seriesId'], 1);
  if (ownId !== undefined) return ownId;
  return series === undefined ? readTmdbId(hit) : (readTmdbId(series) ?? readNumber(series, ['id'], 1));
}

function readTitles(hit: Fields, series: Fields | undefined, episode: Fields) {
  const seriesTitle =
    (series && readTitle(series)) ??
    readText(hit, ['seriesTitle', 'series_title', 'showTitle', 'show_title', 'showName']);
  const ownTitle = readTitle(episode);
  return {
    title: seriesTitle ?? ownTitle ?? '',
    seriesTitle,
    // In a flat response `title` may be the title of the series.
    episodeTitle:
      readText(hit, ['episodeTitle', 'episode_title']) ?? (ownTitle === seriesTitle ? undefined : ownTitle),
  };
}

/** Most seasons that are read. */
const SEASON_LIMIT = 200;

/**
 * The seasons of one series in `data` of `POST /media/show-progress`, as far as they have been aired.
 * `undefined`: the tracker says nothing about it.
 */
export function readSeasonProgress(data: unknown, tvShowId: number): SeasonLength[] | undefined {
  const progress = isRecord(data) ? data[String(tvShowId)] : undefined;
  const seasons = isRecord(progress) ? readArray(progress['seasons'], []) : undefined;
  return seasons?.slice(0, SEASON_LIMIT).flatMap((one) => {
    const number = isRecord(one) ? readNumber(one, ['seasonNumber'], 0) : undefined;
    const episodes = isRecord(one) ? readNumber(one, ['aired'], 1) : undefined;
    return number === undefined || episodes === undefined ? [] : [{ number, episodes }];
  });
}
