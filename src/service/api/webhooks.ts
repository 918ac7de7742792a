import type { Context } from 'hono';
import { webhookAnswerSchema, type WebhookAnswer } from '../../protocol/tracker/imports';
import { CatalogueError } from '../catalogue/catalogue';
import { catalogueFailed, invalid } from '../http/api-error';
import { authenticateAddress } from '../http/authenticate';
import type { Env, Service } from '../http/environment';
import { contentType, readJson, readPart } from '../http/read-body';
import type { Notice, Playing, RatedSeries, RatedTitle } from '../library/webhooks/playing';
import { readEmby, readJellyfin, readKodi } from '../library/webhooks/read-notices';
import { readPlex } from '../library/webhooks/read-plex';
import { recordPlaying, recordRating } from '../library/webhooks/record-playing';
import { recordSeriesRating } from '../library/webhooks/record-series-rating';
import { OWN, route, type Handler, type Route } from './route';

/** Maximum size of a body in bytes. Plex sends a picture with its notifications. */
export const webhookLimit = 2 * 1024 * 1024;

type Product = Readonly<{
  name: string;
  read: (content: unknown) => Notice;
  /** The field of a form that contains the JSON. */
  field?: string;
}>;

const PRODUCTS: Readonly<Record<string, Product>> = {
  jellyfin: { name: 'Jellyfin', read: readJellyfin },
  plex: { name: 'Plex', read: readPlex, field: 'payload' },
  emby: { name: 'Emby', read: readEmby, field: 'data' },
  kodi: { name: 'Kodi', read: readKodi },
};

const receive: Handler = async (c, service) => {
  const product = PRODUCTS[c.req.param('product') ?? ''];
  const notice = product?.read(await readContent(c, product.field));
  if (notice === undefined) throw invalid(`The body is no notification of ${product?.name ?? ''}`);
  const reason = notice === 'other' ? notice : await record(c, service, notice);
  const data: WebhookAnswer = reason === undefined ? { stored: true } : { stored: false, reason };
  return c.json({ success: true, data });
};

async function record(c: Context<Env>, service: Service, notice: Playing | RatedTitle | RatedSeries) {
  const [userId, accounts] = [c.get('userId'), c.req.queries('user') ?? []];
  try {
    if ('level' in notice) return await recordSeriesRating(service, userId, notice, accounts);
    return 'rating' in notice
      ? await recordRating(service, userId, notice, accounts)
      : await recordPlaying(service, userId, notice, accounts);
  } catch (error) {
    throw error instanceof CatalogueError ? catalogueFailed(error) : error;
  }
}

/** The JSON of the body, or of a form's field. Media servers send JSON under many content types. */
async function readContent(c: Context<Env>, field: string | undefined): Promise<unknown> {
  const type = contentType(c);
  if (field !== undefined && type === 'application/x-www-form-urlencoded') {
    const value = fieldOf(await c.req.text(), field);
    if (value === null) throw invalid(`The form must have the field \`${field}\``);
    return readJson(value);
  }
  if (field === undefined || type !== 'multipart/form-data') return readJson(await c.req.text());
  const body = new Uint8Array(await c.req.arrayBuffer());
  const part = readPart(body, c.req.header('content-type') ?? '', field);
  if (part === undefined) throw invalid(`The form must have the field \`${field}\``);
  return readJson(new TextDecoder().decode(part.bytes));
}

/**
 * The value of a form's field. Only the first `MOST_FIELDS` fields are read, because a form of 2 MiB can have
 * half a million.
 */
function fieldOf(form: string, field: string): string | null {
  return new URLSearchParams(form.split('&', MOST_FIELDS).join('&')).get(field);
}

const MOST_FIELDS = 100;

const PATH = `${OWN}/webhooks/:product{(?:jellyfin|plex|emby|kodi)}`;

const webhook = {
  method: 'POST' as const,
  query: [
    {
      name: 'user',
      about: 'Only what this account of the media server plays; may be repeated',
      schema: { type: 'string' },
    },
  ],
  files: ['application/json', 'multipart/form-data'],
  data: webhookAnswerSchema,
};

/**
 * The addresses at which media servers report playback; not in API v1. Most servers cannot send a header, so
 * the key may be in the address.
 */
export const webhookRoutes: Route[] = [
  route(
    {
      ...webhook,
      path: PATH,
      summary: 'A notification of a media server, as it sends it',
      access: 'scrobble',
      refusals: [502],
    },
    receive,
  ),
  route(
    {
      ...webhook,
      path: `${PATH}/:key`,
      summary: 'The same with the key in the address: one of the scope `scrobble`',
      access: 'public',
      refusals: [401, 403, 502],
    },
    async (c, service) => {
      c.set('userId', await authenticateAddress(c, service));
      return receive(c, service);
    },
  ),
];
