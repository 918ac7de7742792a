import type { Context } from 'hono';
import * as z from 'zod/mini';
import { defined } from '../../core/values/defined';
import { mediaReferenceSchema, type MediaReference } from '../../protocol/tracker/media-fields';
import type { MediaIds } from '../../core/library/media-key';
import { invalid, type ApiError } from './api-error';
import { describeIssue } from './describe-issue';

/**
 * The film or episode that a request names. Throws 400 if its ids are not enough. Documented: `id` is
 * optional if `tmdbId` or the episode context is given.
 */
export function toMediaIds(reference: MediaReference): MediaIds {
  return reference.type === 'movie' ? toFilmIds(reference) : toEpisodeIds(reference);
}

function toFilmIds({ id, tmdbId = id }: MediaReference): MediaIds {
  if (tmdbId === undefined) throw invalid('`tmdbId` or `id` is required for a movie');
  return { type: 'movie', tmdbId };
}

function toEpisodeIds(reference: MediaReference): MediaIds {
  const { id: episodeId, tmdbId, tvShowId = tmdbId, seasonNumber, episodeNumber } = reference;
  if (tvShowId !== undefined && seasonNumber !== undefined && episodeNumber !== undefined)
    return { type: 'episode', tmdbId: tvShowId, seasonNumber, episodeNumber, ...defined({ episodeId }) };
  if (episodeId === undefined) throw incompleteEpisode(tvShowId, seasonNumber);
  return { type: 'episode', episodeId };
}

/** Names the first missing field of the episode context. */
function incompleteEpisode(tvShowId: number | undefined, seasonNumber: number | undefined): ApiError {
  if (tvShowId === undefined)
    return invalid('`tvShowId` (or `id`, or `tmdbId` of the series) is required for an episode');
  const missing = seasonNumber === undefined ? 'seasonNumber' : 'episodeNumber';
  return invalid(`\`${missing}\` is required for an episode without \`id\``);
}

const NUMBERS = ['id', 'tmdbId', 'tvShowId', 'seasonNumber', 'episodeNumber'] as const;

/**
 * The film or episode in the query, by the fields of `POST /scrobble`. `undefined`: the query names none.
 * Throws 400 and names the wrong parameter. Ours.
 */
export function mediaQuery(c: Context): MediaIds | undefined {
  const query = Object.fromEntries(
    ['type', ...NUMBERS].flatMap((name) => {
      const text = c.req.query(name);
      return text === undefined ? [] : [[name, /^\d{1,15}$/.test(text) ? Number(text) : text]];
    }),
  );
  if (Object.keys(query).length === 0) return undefined;
  const result = z.safeParse(mediaReferenceSchema, query, { reportInput: true });
  if (result.success) return toMediaIds(result.data);
  const issue = result.error.issues[0];
  throw invalid(issue === undefined ? 'The query is invalid' : describeIssue(issue));
}
