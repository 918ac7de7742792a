import type { Context } from 'hono';
import * as z from 'zod/mini';
import { defined } from '../../core/values/defined';
import {
  findMediaBatchSchema,
  findMediaSchema,
  foundMediaBatchSchema,
  foundMediaSchema,
  type FoundMedia,
} from '../../protocol/tracker/media-item';
import {
  mediaStatusesSchema,
  showProgressesSchema,
  showProgressRequestSchema,
  statusItemSchema,
  statusRequestSchema,
} from '../../protocol/tracker/media-status';
import {
  resolvedMediaSchema,
  resolveRequestSchema,
  type ResolvedMedia,
  type ResolveRequest,
} from '../../protocol/tracker/resolve';
import { createAllowance, type Title, CatalogueError } from '../catalogue/catalogue';
import { catalogueFailed, invalid, notFound } from '../http/api-error';
import { originOf, type Env } from '../http/environment';
import { readBody } from '../http/read-body';
import { findMedia } from '../library/find-media';
import { mediaStatuses } from '../library/media-status';
import { showProgresses } from '../library/show-progress';
import { toCandidate } from '../library/media-records';
import { OWN, route, type Handler, type Route } from './route';

const resolve: Handler = async (c, service) => {
  const question = await readBody(c, findMediaSchema);
  const found = await asking(() => findMedia(service, question, originOf(c, service)));
  if (found === 'invalid')
    throw invalid(
      'One of `imdbId`, `tmdbId` with `type`, `title`, or `tvShowId` with an episode is required',
    );
  if (found === undefined) throw notFound('No film, series or episode is known by this');
  return c.json({ success: true, data: found });
};

/** Maximum number of requests to the film database per batch. Cached answers cost none. */
const BATCH_REQUESTS = 60;

const resolveBatch: Handler = async (c, service) => {
  const { items } = await readBody(c, findMediaBatchSchema);
  const allowance = createAllowance({ requests: BATCH_REQUESTS });
  const data: Record<string, FoundMedia> = {};
  for (const [index, item] of items.entries()) {
    const { success, data: question } = z.safeParse(findMediaSchema, item);
    if (!success) continue;
    const found = await unlessBusy(() => findMedia(service, question, originOf(c, service), allowance));
    if (found === undefined || found === 'invalid') continue;
    data[question.imdbId ?? question.imdb_id ?? String(index)] = found;
  }
  return c.json({ success: true, data });
};

/** `undefined` if the catalogue fails. The batch then leaves the item out, like an unknown one. */
async function unlessBusy<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CatalogueError) return undefined;
    throw error;
  }
}

const resolveOurs: Handler = async (c, service) => {
  const request = await readBody(c, resolveRequestSchema);
  requireIdentification(request);
  const titles = await asking(() => service.catalogue.resolve(request));
  const [best] = titles;
  if (best === undefined) throw notFound('No film or episode is known by this');
  return c.json({ success: true, data: toResolvedMedia(best, titles, originOf(c, service)) });
};

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
  const { id, tmdbId, tvShowId, imdbId, tvdbId, siteIds, seriesTitle } = request;
  if (id !== undefined) return;
  if (!hasOne(tmdbId, tvShowId, imdbId, tvdbId, siteIds, seriesTitle))
    throw invalid('`seriesTitle` is required for an episode, or an id of the series or of the episode');
  // The imdbId or tvdbId of an episode is enough.
  if (!hasOne(imdbId, tvdbId, request.episodeNumber, request.episodeTitle))
    throw invalid('`episodeNumber` or `episodeTitle` is required for an episode');
}

function hasOne(...fields: unknown[]): boolean {
  return fields.some((field) => field !== undefined);
}

async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    throw catalogueFailed(error);
  }
}

/** `candidates` are all titles, including the best one, if there are several. */
function toResolvedMedia(best: Title, titles: Title[], origin: string): ResolvedMedia {
  const candidates = titles.map((title) => toCandidate(title, origin));
  return defined({
    ...toCandidate(best, origin),
    candidates: candidates.length > 1 ? candidates : undefined,
  });
}

const answerStatus: Handler = async (c, service) => {
  const items = await readItems(c);
  return c.json({ success: true, data: await mediaStatuses(service, c.get('userId'), items) });
};

async function readItems(c: Context<Env>) {
  const { items } = await readBody(c, statusRequestSchema);
  const read = items.flatMap((item) => {
    const { success, data } = z.safeParse(statusItemSchema, item);
    return success ? [data] : [];
  });
  if (items.length > 0 && read.length === 0) throw invalid('`items` must have one with a `type` and an `id`');
  return read;
}

const answerShowProgress: Handler = async (c, service) => {
  const { ids } = await readBody(c, showProgressRequestSchema);
  return c.json({ success: true, data: await showProgresses(service, c.get('userId'), ids) });
};

/** Operations that look up titles and tell what a person has done with them. */
export const mediaRoutes: Route[] = [
  route(
    {
      method: 'POST',
      path: '/media/resolve',
      summary: 'Find a film, a series or an episode by an id, by title and year, or by place in a series',
      access: 'look-up',
      isForExtension: true,
      body: findMediaSchema,
      data: foundMediaSchema,
      refusals: [404, 502],
    },
    resolve,
  ),
  route(
    {
      method: 'POST',
      path: '/media/resolve/batch',
      summary: 'The same for up to 50; by `imdbId`, else by index',
      access: 'look-up',
      body: findMediaBatchSchema,
      data: foundMediaBatchSchema,
    },
    resolveBatch,
  ),
  route(
    {
      method: 'POST',
      path: '/media/status',
      summary: 'What the person has to do with up to 50 films, series and episodes',
      access: 'read',
      isForExtension: true,
      body: statusRequestSchema,
      data: mediaStatusesSchema,
    },
    answerStatus,
  ),
  route(
    {
      method: 'POST',
      path: '/media/show-progress',
      summary: 'How much was watched of up to 20 series, and the next episode of each',
      access: 'read',
      isForExtension: true,
      body: showProgressRequestSchema,
      data: showProgressesSchema,
    },
    answerShowProgress,
  ),
  route(
    {
      method: 'POST',
      path: `${OWN}/resolve`,
      summary: 'Find a film or an episode, with candidates, names in other languages and the runtime',
      access: 'look-up',
      isForExtension: true,
      body: resolveRequestSchema,
      data: resolvedMediaSchema,
      refusals: [404, 502],
    },
    resolveOurs,
  ),
];
