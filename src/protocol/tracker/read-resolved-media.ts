import { defined } from '../../core/values/defined';
import { isRecord } from '../../core/values/is-record';
import type { MediaType } from './media-fields';
import { readEpisode } from './read-episode';
import { readArray, readNumber, readRecord, readTitle, type Fields } from './read-fields';
import { readDetails, readTmdbId } from './read-media-fields';
import type { MediaCandidate, ResolvedMedia } from './resolve';

/** Most hits of a response that are looked at, and most candidates that are kept. */
const HIT_LIMIT = 100;
const CANDIDATE_LIMIT = 20;

/**
 * Reads `data` of `POST /matinee/resolve`, in any form that is near to it. `requestedType` is used where the
 * response has no type. `undefined`: the best hit has no id that an update could be sent with.
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

/** The hits of a response, best first: the list that it holds, the object that it wraps, or itself. */
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
