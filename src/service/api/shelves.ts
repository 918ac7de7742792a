import type { Context } from 'hono';
import type * as z from 'zod/mini';
import { successSchema } from '../../protocol/tracker/media-item';
import {
  addedToCollectionSchema,
  collectionInputSchema,
  collectionItemSchema,
  favoriteInputSchema,
  favoriteSchema,
  watchlistInputSchema,
  watchlistItemSchema,
} from '../../protocol/tracker/shelves';
import { notFound } from '../http/api-error';
import type { Env, Service } from '../http/environment';
import { readBody } from '../http/read-body';
import { toMediaItems } from '../library/media-item';
import type { Shelf, ShelfFields, ShelfRow } from '../store/shelves';
import {
  referenceParameters,
  sortParameter,
  typeParameter,
  answerPage,
  readChoice,
  readerOf,
  readPage,
  type RequestedPage,
} from './parameters';
import { route, type Handler, type Route } from './route';
import { readWork, toWork } from './work-reference';

const SORTS = ['addedAt:desc', 'addedAt:asc'] as const;
const PRIORITY_SORTS = ['addedAt:desc', 'addedAt:asc', 'priority:asc', 'priority:desc'] as const;

const answerShelf =
  (shelf: Shelf): Handler =>
  async (c, service) => {
    const page = readPage(c);
    const type = readChoice(c, 'type', ['all', 'movie', 'tv']);
    const sort = readChoice(c, 'sort', shelf === 'watchlist' ? PRIORITY_SORTS : SORTS);
    const format = shelf === 'collection' ? c.req.query('format') || undefined : undefined;
    const userId = c.get('userId');
    const rows = await service.store.shelves.list(userId, shelf, { type, sort, format, ...page });
    const items = await toEntries(c, service, rows, { shelf, page });
    return answerPage(c, page, {
      items,
      total: await service.store.shelves.count(userId, shelf, { type, format }),
    });
  };

async function toEntries(
  c: Context<Env>,
  service: Service,
  rows: ShelfRow[],
  { shelf, page }: Readonly<{ shelf: Shelf; page: RequestedPage }>,
) {
  const media = await toMediaItems(service, rows, await readerOf(c, service), page.isMinimal);
  return media.map((item, index) => ({ ...item, ...noted(shelf, rows[index]) }));
}

function noted(shelf: Shelf, row: ShelfRow | undefined) {
  const { priority = null, format = null, notes = null, addedAt = 0 } = row ?? {};
  const time = { addedAt: new Date(addedAt).toISOString() };
  if (shelf === 'favorites') return time;
  return shelf === 'watchlist' ? { priority, notes, ...time } : { format, notes, ...time };
}

const add =
  (shelf: Shelf, schema: z.ZodMiniType<ShelfFields & Parameters<typeof toWork>[0]>): Handler =>
  async (c, service) => {
    const { priority, format, notes, ...reference } = await readBody(c, schema);
    const { media } = toWork(reference);
    const { shelves } = service.store;
    await shelves.put(c.get('userId'), shelf, media, { priority, format, notes });
    if (shelf !== 'collection') return c.json({ success: true });
    const [row] = await shelves.find(c.get('userId'), shelf, media);
    const page = { page: 1, pageSize: 1, limit: 1, offset: 0, isMinimal: false };
    const [entry] = await toEntries(c, service, row === undefined ? [] : [row], { shelf, page });
    return c.json({ success: true, ...entry });
  };

const remove =
  (shelf: Shelf): Handler =>
  async (c, { store }) => {
    const { media } = readWork(c, ['movie', 'tv']);
    if (!(await store.shelves.remove(c.get('userId'), shelf, media)))
      throw notFound('The film or series is not there');
    return c.json({ success: true });
  };

type Described = Readonly<{
  shelf: Shelf;
  name: string;
  item: z.ZodMiniType;
  input: z.ZodMiniType<ShelfFields & Parameters<typeof toWork>[0]>;
}>;

const SHELVES: Described[] = [
  { shelf: 'watchlist', name: 'the watchlist', item: watchlistItemSchema, input: watchlistInputSchema },
  { shelf: 'favorites', name: 'the favourites', item: favoriteSchema, input: favoriteInputSchema },
  { shelf: 'collection', name: 'the collection', item: collectionItemSchema, input: collectionInputSchema },
];

const FORMAT = { name: 'format', about: 'Only this format', schema: { type: 'string' } };

/** Watchlist, favourites and collection: films and series that the person keeps. */
export const shelfRoutes: Route[] = SHELVES.flatMap(({ shelf, name, item, input }) => [
  route(
    {
      method: 'GET',
      path: `/${shelf}`,
      summary: `What is on ${name}`,
      access: 'read',
      query: [
        typeParameter('movie', 'tv'),
        sortParameter('addedAt', ...(shelf === 'watchlist' ? ['priority'] : [])),
        ...(shelf === 'collection' ? [FORMAT] : []),
      ],
      page: item,
    },
    answerShelf(shelf),
  ),
  route(
    {
      method: 'POST',
      path: `/${shelf}`,
      summary: `Add a film or series to ${name}, or change what is noted about it`,
      access: 'write',
      isForExtension: shelf !== 'collection',
      body: input,
      answer: shelf === 'collection' ? addedToCollectionSchema : successSchema,
    },
    add(shelf, input),
  ),
  route(
    {
      method: 'DELETE',
      path: `/${shelf}`,
      summary: `Take a film or series off ${name}`,
      access: 'write',
      isForExtension: shelf !== 'collection',
      query: referenceParameters('movie', 'tv'),
      answer: successSchema,
      refusals: [404],
    },
    remove(shelf),
  ),
]);
