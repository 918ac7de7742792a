import type { Context } from 'hono';
import { invalid } from '../http/api-error';
import { toMediaIds } from '../http/media-reference';
import { mediaKey, type MediaIds } from '../../core/library/media-key';
import { defined } from '../../core/values/defined';

/** The fields by which API v1 identifies a work, in a body or a query. */
export type WorkReference = Readonly<{
  type: 'movie' | 'tv' | 'season' | 'episode';
  id?: number | null | undefined;
  tmdbId?: number | null | undefined;
  tvShowId?: number | null | undefined;
  seasonNumber?: number | null | undefined;
  episodeNumber?: number | null | undefined;
}>;

/** A work by its key in the store; a film or an episode also by its ids. */
export type ReferredWork = Readonly<{
  media: string;
  ids: MediaIds | undefined;
}>;

/** Throws 400 if the fields do not identify a work. */
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
