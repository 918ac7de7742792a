import type { Context } from 'hono';
import { invalid, type ApiError } from '../http/api-error';
import { mediaKey, type MediaIds } from '../../core/library/media-key';
import { defined } from '../../core/values/defined';
import * as z from 'zod/mini';
import { mediaReferenceSchema, type MediaReference } from '../../protocol/tracker/media-fields';
import { describeIssue } from '../http/read-body';

/** The fields by which API v1 identifies a work, in a body or a query. */
export type WorkReference = Readonly<{
  type: 'movie' | 'tv' | 'season' | 'episode';
  id?: number | null | undefined;
  tmdbId?: number | null | undefined;
  tvShowId?: number | null | undefined;
  seasonNumber?: number | null | undefined;
  episodeNumber?: number | null | undefined;
}>;

/** A work by its key in the store. A film or an episode also has its ids. */
export type ReferredWork = Readonly<{
  media: string;
  ids: MediaIds | undefined;
}>;

/** The work that these fields identify. Throws 400 if they identify none. */
export function toWork(reference: WorkReference): ReferredWork {
  const { type, id, tmdbId, tvShowId, seasonNumber } = reference;
  if (type === 'movie' || type === 'episode') {
    const ids = toMediaIds({ type, ...present(reference) });
    return { media: mediaKey(ids), ids };
  }
  if (type === 'season') {
    const show = tvShowId ?? tmdbId;
    if (show == null || seasonNumber == null)
      throw invalid('`tvShowId` and `seasonNumber` are required for a season');
    return { media: `season:${String(show)}:${String(seasonNumber)}`, ids: undefined };
  }
  const show = id ?? tmdbId ?? tvShowId;
  if (show == null) throw invalid('`id` is required for a series');
  return { media: `show:${String(show)}`, ids: undefined };
}

function present({ id, tmdbId, tvShowId, seasonNumber, episodeNumber }: WorkReference) {
  return defined({
    id: id ?? undefined,
    tmdbId: tmdbId ?? undefined,
    tvShowId: tvShowId ?? undefined,
    seasonNumber: seasonNumber ?? undefined,
    episodeNumber: episodeNumber ?? undefined,
  });
}

/** The work in the query of a `DELETE`. Throws 400 and names the wrong parameter. */
export function readWork<const T extends WorkReference['type']>(
  c: Context,
  types: readonly [T, ...T[]],
): ReferredWork & Readonly<{ type: T; reference: WorkReference }> {
  const text = c.req.query('type');
  const type = types.find((one) => one === text);
  if (type === undefined) throw invalid(`\`type\` must be ${types.map((one) => `"${one}"`).join(' or ')}`);
  const reference = {
    type,
    id: readId(c, 'id', 1),
    tmdbId: readId(c, 'tmdbId', 1),
    tvShowId: readId(c, 'tvShowId', 1),
    seasonNumber: readId(c, 'seasonNumber', 0),
    episodeNumber: readId(c, 'episodeNumber', 1),
  };
  return { ...toWork(reference), type, reference };
}

function readId(c: Context, name: string, minimum: number): number | undefined {
  const text = c.req.query(name);
  if (text === undefined || text === '') return undefined;
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= minimum)) throw invalid(`\`${name}\` must be a whole number from ${String(minimum)}`);
  return number;
}

/**
 * The film or episode that a request names. Throws 400 if its ids are not enough. Documented: `id` is
 * optional if `tmdbId`, or series and episode numbers, are given.
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

/** An error that names the first missing field of an episode without an `id`. */
function incompleteEpisode(tvShowId: number | undefined, seasonNumber: number | undefined): ApiError {
  if (tvShowId === undefined)
    return invalid('`tvShowId` (or `id`, or `tmdbId` of the series) is required for an episode');
  const missing = seasonNumber === undefined ? 'seasonNumber' : 'episodeNumber';
  return invalid(`\`${missing}\` is required for an episode without \`id\``);
}

const NUMBERS = ['id', 'tmdbId', 'tvShowId', 'seasonNumber', 'episodeNumber'] as const;

/**
 * The film or episode in the query, by the fields of `POST /scrobble`. `undefined`: the query names none.
 * Throws 400 and names the wrong parameter. Not in API v1.
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
