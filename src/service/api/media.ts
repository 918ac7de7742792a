import { Hono } from 'hono';
import { resolveRequestSchema, type ResolvedMedia, type ResolveRequest } from '../../protocol/tracker';
import { CatalogueError, type Title } from '../catalogue/catalogue';
import { ApiError, invalid, notFound } from '../http/api-error';
import { authenticate } from '../http/authenticate';
import { originOf, type Env, type Service } from '../http/environment';
import { readBody } from '../http/read-body';
import { toCandidate } from '../media-view';

/** `POST /media/resolve`. Reading is enough for it (the key that it needs is not shown). */
export function mediaRoute(service: Service) {
  return new Hono<Env>().post('/media/resolve', authenticate(service, 'read'), async (c) => {
    const request = await readBody(c, resolveRequestSchema);
    requireEnough(request);
    const [best, ...others] = await lookUp(service, request);
    if (best === undefined) throw notFound('No film or episode is known by this');
    const origin = originOf(c, service);
    const data: ResolvedMedia = {
      ...toCandidate(best, origin),
      ...(others.length > 0 && { candidates: [best, ...others].map((title) => toCandidate(title, origin)) }),
    };
    return c.json({ success: true, data });
  });
}

function requireEnough({
  type,
  id,
  tmdbId,
  tvShowId,
  imdbId,
  title,
  seriesTitle,
  episodeNumber,
  episodeTitle,
}: ResolveRequest): void {
  if (type === 'movie') {
    if ([id, tmdbId, imdbId, title].every((field) => field === undefined))
      throw invalid('`title` is required, or one of `tmdbId`, `id`, `imdbId`');
    return;
  }
  if (id !== undefined) return;
  if ([tmdbId, tvShowId, imdbId, seriesTitle].every((field) => field === undefined)) {
    throw invalid('`seriesTitle` is required for an episode, or one of `tvShowId`, `tmdbId`, `imdbId`, `id`');
  }
  // An imdbId may name the episode itself.
  if (imdbId === undefined && episodeNumber === undefined && episodeTitle === undefined) {
    throw invalid('`episodeNumber` or `episodeTitle` is required for an episode');
  }
}

async function lookUp(service: Service, request: ResolveRequest): Promise<Title[]> {
  try {
    return await service.catalogue.resolve(request);
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    throw new ApiError(502, 'CATALOGUE_UNREACHABLE', 'The film database cannot be reached at the moment');
  }
}
