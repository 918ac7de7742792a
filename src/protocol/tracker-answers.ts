import { readAddress, readNumber, readPoster, readText, readTitle } from './answer-fields';
import type { MediaCandidate, ResolvedMedia } from './tracker';
import { isRecord } from '../core/values/is-record';
import { defined } from '../core/values/defined';

const mostHits = 100;

/**
 * The tolerant reading of `data` of `/media/resolve`, which the interface description leaves as "unspecified". `asked` is
 * the type of the request, for an answer that does not repeat it. `undefined`: nothing with an id to scrobble with.
 */
export function readResolvedMedia(data: unknown, asked: 'movie' | 'episode'): ResolvedMedia | undefined {
  const [first, ...rest] = hits(data).slice(0, mostHits);
  const media = first && readCandidate(first, asked);
  if (media === undefined) return undefined;
  const listed = isRecord(data) && Array.isArray(data['candidates']) ? data['candidates'] : rest;
  const candidates = listed
    .slice(0, 20)
    .flatMap((hit) => (isRecord(hit) ? (readCandidate(hit, asked) ?? []) : []));
  return candidates.length > 0 ? { ...media, candidates } : media;
}

/** The hits of an answer, best first: the object itself, what it wraps, or the list that it holds. */
function hits(data: unknown): Record<string, unknown>[] {
  const list = Array.isArray(data)
    ? data
    : isRecord(data)
      ? [data['results'], data['items']].find(Array.isArray)
      : undefined;
  if (list !== undefined) return (list as unknown[]).filter(isRecord);
  if (!isRecord(data)) return [];
  const inner = [data['media'], data['item'], data['result'], data['movie']].find(isRecord);
  return [inner ?? data];
}

function readCandidate(hit: Record<string, unknown>, asked: 'movie' | 'episode'): MediaCandidate | undefined {
  const type = hit['type'] === 'movie' || hit['type'] === 'episode' ? hit['type'] : asked;
  return type === 'movie' ? readFilm(hit) : readEpisode(hit);
}

function readFilm(hit: Record<string, unknown>): MediaCandidate | undefined {
  const tmdbId =
    readNumber(hit, ['tmdbId', 'tmdb_id', 'tmdb'], 1) ??
    readNumber(ids(hit), ['tmdb', 'tmdbId'], 1) ??
    readNumber(hit, ['id'], 1);
  if (tmdbId === undefined) return undefined;
  return defined({ type: 'movie', tmdbId, title: readTitle(hit) ?? '', ...shared(hit, hit) });
}

/** An episode may be flat, or hold its series and itself as nested objects. */
function readEpisode(hit: Record<string, unknown>): MediaCandidate | undefined {
  const show = [hit['show'], hit['series'], hit['tvShow'], hit['tv_show']].find(isRecord);
  const episode = isRecord(hit['episode']) ? hit['episode'] : hit;
  const tvShowId =
    readNumber(hit, ['tvShowId', 'tv_show_id', 'showId', 'show_id', 'seriesId'], 1) ??
    (show &&
      (readNumber(show, ['tmdbId', 'tmdb_id'], 1) ??
        readNumber(ids(show), ['tmdb', 'tmdbId'], 1) ??
        readNumber(show, ['id'], 1))) ??
    (show === undefined
      ? (readNumber(hit, ['tmdbId', 'tmdb_id', 'tmdb'], 1) ?? readNumber(ids(hit), ['tmdb', 'tmdbId'], 1))
      : undefined);
  const id = readNumber(episode, ['id', 'episodeId', 'episode_id'], 1);
  const seasonNumber =
    readNumber(episode, ['seasonNumber', 'season_number', 'season'], 0) ??
    readNumber(hit, ['seasonNumber', 'season_number', 'season'], 0);
  const episodeNumber = readNumber(episode, ['episodeNumber', 'episode_number', 'number', 'episode'], 1);
  const placed = tvShowId !== undefined && seasonNumber !== undefined && episodeNumber !== undefined;
  if (!placed && id === undefined) return undefined;
  const seriesTitle =
    (show && readTitle(show)) ??
    readText(hit, ['seriesTitle', 'series_title', 'showTitle', 'show_title', 'showName']);
  const ownTitle = readTitle(episode);
  return defined({
    type: 'episode',
    tmdbId: tvShowId,
    tvShowId,
    id,
    seasonNumber,
    episodeNumber,
    title: seriesTitle ?? ownTitle ?? '',
    seriesTitle,
    episodeTitle:
      readText(hit, ['episodeTitle', 'episode_title']) ?? (ownTitle === seriesTitle ? undefined : ownTitle),
    ...shared(hit, show ?? hit),
  });
}

function shared(hit: Record<string, unknown>, main: Record<string, unknown>) {
  return {
    imdbId: readText(hit, ['imdbId', 'imdb_id', 'imdb']) ?? readText(ids(hit), ['imdb', 'imdbId']),
    year: readNumber(main, ['year'], 1870) ?? readYear(main),
    posterUrl: readPoster(main) ?? readPoster(hit),
    url: readAddress(hit, ['url', 'link']),
    runtime: readNumber(hit, ['runtime'], 1),
  };
}

function ids(hit: Record<string, unknown>): Record<string, unknown> {
  return [hit['ids'], hit['externalIds'], hit['external_ids']].find(isRecord) ?? {};
}

function readYear(hit: Record<string, unknown>): number | undefined {
  const date = readText(hit, ['releaseDate', 'release_date', 'firstAirDate', 'first_air_date']);
  const year = date === undefined ? undefined : /^(\d{4})-/.exec(date)?.[1];
  return year === undefined ? undefined : Number(year);
}
