import type { Context } from 'hono';
import {
  createdListSchema,
  listEntrySchema,
  listInputSchema,
  listItemInputSchema,
  listSchema,
  type ListKind,
  type ListRecord,
} from '../../protocol/tracker/lists';
import { successSchema } from '../../protocol/tracker/media-item';
import { ApiError, forbidden, invalid, notFound } from '../http/api-error';
import type { Env, Service } from '../http/environment';
import { readBody } from '../http/read-body';
import { channelList, isVisible } from '../library/channel-lists';
import { ENTRY_LIMIT } from '../store/list-items';
import { LIST_LIMIT, type ListRow } from '../store/lists';
import { referenceParameters, answerPage, readerOf, readPage } from './parameters';
import { route, type Handler, type Route } from './route';
import { readWork, toWork, type WorkReference } from './work-reference';

const answerLists: Handler = async (c, { store: { lists } }) => {
  const page = readPage(c);
  const rows = await lists.list(c.get('userId'), page);
  const items = rows.map((row) => toRecord(row, page.isMinimal));
  return answerPage(c, page, { items, total: await lists.count(c.get('userId')) });
};

function toRecord(row: ListRow, isMinimal = false): ListRecord {
  const { id, name, description, visibility, kind, items } = row;
  const brief = { id, name, itemCount: items, updatedAt: new Date(row.updatedAt).toISOString() };
  if (isMinimal) return brief;
  return { ...brief, description, visibility, kind, createdAt: new Date(row.createdAt).toISOString() };
}

const create: Handler = async (c, { store: { lists } }) => {
  const input = await readBody(c, listInputSchema).catch(toUnprocessable);
  const row = await lists.create(c.get('userId'), input);
  if (row === undefined) throw unprocessable(`There can be ${String(LIST_LIMIT)} lists`);
  const list = toRecord(row);
  return c.json({ success: true, ...list, data: list }, 201);
};

/** Turns 400 into 422, which is documented for this operation only. */
function toUnprocessable(error: unknown): never {
  throw error instanceof ApiError && error.status === 400 ? unprocessable(error.message) : error;
}

function unprocessable(message: string): ApiError {
  return new ApiError(422, 'VALIDATION_ERROR', message);
}

const answerItems: Handler = async (c, service) => {
  const page = readPage(c);
  const found = await channelList(service, idOf(c), await readerOf(c, service), page);
  if (found === undefined) throw unknownList();
  return answerPage(c, page, found);
};

const putItem: Handler = async (c, service) => {
  const list = await ownList(c, service);
  const { notes, position, ...reference } = await readBody(c, listItemInputSchema);
  requireKind(list.kind, reference);
  const { media, ids } = toWork(reference);
  const episodeId = ids?.episodeId;
  const item = { media, notes, position, episodeId };
  if (!(await service.store.lists.put(c.get('userId'), list.id, item)))
    throw invalid(`A list can have ${String(ENTRY_LIMIT)} entries`);
  return c.json({ success: true });
};

function requireKind(kind: ListKind, { type }: WorkReference): void {
  if ((type === 'episode') === (kind === 'episode')) return;
  throw invalid(
    kind === 'episode'
      ? '`type` must be "episode" in this list'
      : '`type` must be "movie" or "tv" in this list',
  );
}

const removeItem: Handler = async (c, service) => {
  const list = await ownList(c, service);
  const { media } = readWork(c, ['movie', 'tv', 'episode']);
  if (!(await service.store.lists.remove(c.get('userId'), list.id, media)))
    throw notFound('It is not in the list');
  return c.json({ success: true });
};

function idOf(c: Context<Env>): string {
  return c.req.param('id') ?? '';
}

/** The list in the path, which only its owner may change. */
async function ownList(c: Context<Env>, { store }: Service): Promise<ListRow> {
  const list = await store.lists.find(idOf(c));
  if (list === undefined || !isVisible(list, c.get('userId'))) throw unknownList();
  if (list.userId !== c.get('userId')) throw forbidden('The list belongs to somebody else');
  return list;
}

function unknownList() {
  return notFound('No list has this id');
}

/** Lists of films and series, or of episodes. */
export const listRoutes: Route[] = [
  route(
    {
      method: 'GET',
      path: '/lists',
      summary: 'The lists of the person, the one changed last first',
      access: 'read',
      page: listSchema,
      ours: ['kind'],
    },
    answerLists,
  ),
  route(
    {
      method: 'POST',
      path: '/lists',
      summary: 'Create a list',
      access: 'write',
      body: listInputSchema,
      answer: createdListSchema,
      success: 201,
      refusals: [422],
    },
    create,
  ),
  route(
    {
      method: 'GET',
      path: '/lists/:id/items',
      summary: 'The entries of a list in their order; also of a list of a channel',
      access: 'read',
      isForExtension: true,
      page: listEntrySchema,
      refusals: [404],
    },
    answerItems,
  ),
  route(
    {
      method: 'POST',
      path: '/lists/:id/items',
      summary: 'Add a film, series or episode to a list, move it, or change its note',
      access: 'write',
      body: listItemInputSchema,
      answer: successSchema,
      refusals: [404],
    },
    putItem,
  ),
  route(
    {
      method: 'DELETE',
      path: '/lists/:id/items',
      summary: 'Take a film, series or episode out of a list',
      access: 'write',
      query: referenceParameters('movie', 'tv', 'episode'),
      answer: successSchema,
      refusals: [404],
    },
    removeItem,
  ),
];
