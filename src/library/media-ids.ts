import * as z from 'zod/mini';
import type { MediaIds } from '../core/library/media-key';
import { defined } from '../core/values/defined';
import { mediaReferenceSchema, type MediaReference } from '../protocol/tracker/media-fields';

/** An error for what the library refuses or does not have, in the API's format. */
export class LibraryError extends Error {
  override readonly name = 'LibraryError';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export const invalid = (message: string) => new LibraryError(400, 'VALIDATION_ERROR', message);
export const unknown = (message: string) => new LibraryError(404, 'NOT_FOUND', message);

/** The film or episode that a request names. Throws if its ids are not sufficient. */
export function toIds(reference: MediaReference): MediaIds {
  const { type, id, tmdbId, tvShowId = tmdbId, seasonNumber, episodeNumber } = reference;
  if (type === 'movie') {
    const film = tmdbId ?? id;
    if (film !== undefined) return { type, tmdbId: film };
  } else if (tvShowId !== undefined && seasonNumber !== undefined && episodeNumber !== undefined)
    return { type, tmdbId: tvShowId, seasonNumber, episodeNumber, ...defined({ episodeId: id }) };
  else if (id !== undefined) return { type, episodeId: id };
  throw invalid('The ids do not name a film or an episode');
}

const NUMBERS = ['id', 'tmdbId', 'tvShowId', 'seasonNumber', 'episodeNumber'];

/** The film or episode in a query. */
export function idsIn(query: URLSearchParams): MediaIds {
  const fields = [...query].map(([name, text]) => [name, NUMBERS.includes(name) ? Number(text) : text]);
  const { success, data } = z.safeParse(mediaReferenceSchema, Object.fromEntries(fields));
  if (success) return toIds(data);
  throw invalid('The query does not name a film or an episode');
}
