import { Hono } from 'hono';
import { defined } from '../../core/values/defined';
import {
  resolveRequestSchema,
  type ResolvedMedia,
  type ResolveRequest,
} from '../../protocol/tracker/resolve';
import type { Title } from '../catalogue/catalogue';
import { CatalogueError } from '../catalogue/catalogue-error';
import { catalogueFailed, invalid, notFound } from '../http/api-error';
import { authenticate } from '../http/authenticate';
import { originOf, type Env, type Service } from '../http/environment';
import { readBody } from '../http/read-body';
import { toCandidate } from '../library/title-records';

/** `POST /media/resolve`. Which key it needs is not documented; ours: every key may use it. */
export function mediaRoute(service: Service) {
  return new Hono<Env>().post('/media/resolve', authenticate(service, 'look-up'), async (c) => {
    const request = await readBody(c, resolveRequestSchema);
    requireIdentification(request);
    const titles = await resolve(service, request);
    const [best] = titles;
    if (best === undefined) throw notFound('No film or episode is known by this');
    return c.json({ success: true, data: toResolvedMedia(best, titles, originOf(c, service)) });
  });
}

/** Throws 400 when the request lacks the fields that identify a film or an episode. */
function requireIdentification(request: ResolveRequest): void {
  if (request.type === 'movie') requireFilm(request);
  else requireEpisode(request);
}

function requireFilm({ id, tmdbId, imdbId, siteIds, title }: ResolveRequest): void {
  if (!hasOne(id, tmdbId, imdbId, siteIds, title))
    throw invalid('`title` is required, or one of `tmdbId`, `id`, `imdbId`, `siteIds`');
}

function requireEpisode(request: ResolveRequest): void {
  const { id, tmdbId, tvShowId, imdbId, siteIds, seriesTitle, episodeNumber, episodeTitle } = request;
  if (id !== undefined) return;
  if (!hasOne(tmdbId, tvShowId, imdbId, siteIds, seriesTitle))
    throw invalid('`seriesTitle` is required for an episode, or an id of the series or of the episode');
  // The imdbId of an episode is enough.
  if (!hasOne(imdbId, episodeNumber, episodeTitle))
    throw invalid('`episodeNumber` or `episodeTitle` is required for an episode');
}

function hasOne(...fields: readonly unknown[]): boolean {
  return fields.some((field) => field !== undefined);
}

async function resolve({ catalogue }: Service, request: ResolveRequest): Promise<Title[]> {
  try {
    return await catalogue.resolve(request);
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    throw catalogueFailed(error);
  }
}

/** `candidates` are all titles, the best included, where there are several. */
function toResolvedMedia(best: Title, titles: readonly Title[], origin: string): ResolvedMedia {
  const candidates = titles.map((title) => toCandidate(title, origin));
  return defined({
    ...toCandidate(best, origin),
    candidates: candidates.length > 1 ? candidates : undefined,
  });
}
