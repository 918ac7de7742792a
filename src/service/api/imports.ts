import type { Context } from 'hono';
import * as z from 'zod/mini';
import { importRecordSchema, type ImportAnswer } from '../../protocol/tracker/imports';
import { ApiError, invalid, notFound } from '../http/api-error';
import { originOf, type Env, type Service } from '../http/environment';
import { exportFile, exportForms, isExportForm } from '../library/export-forms';
import { toStream } from '../library/export-history';
import { goOn, goOnBriefly, openImport } from '../library/imports/import-jobs';
import type { WhyUnread } from '../library/imports/read-file';
import type { ImportRecord } from '../store/imports';
import { OWN, route, type Handler, type Route } from './route';
import { kodiImportedSchema, kodiImportSchema } from '../../protocol/tracker/kodi-import';
import { readBody } from '../http/read-body';
import { importKodi } from '../library/kodi/import-chunk';

const read: Handler = async (c, service) => {
  requireFile(c);
  const content = new Uint8Array(await c.req.arrayBuffer());
  const opened = await openImport(service, c.get('userId'), content, c.req.query('name'));
  if ('refused' in opened) throw invalid(PROBLEMS[opened.refused]);
  return answer(c, service, await find(c, service, opened.id));
};

const list: Handler = async (c, service) => {
  const records = await service.store.imports.list(c.get('userId'));
  const items = await Promise.all(records.map((record) => toAnswer(service, c.get('userId'), record)));
  return c.json({ success: true, data: { items } });
};

const store: Handler = async (c, service) => {
  const record = await find(c, service, c.req.param('id'));
  if (record.state === 'preview' || record.state === 'stored')
    await service.store.imports.setState(c.get('userId'), record.id, 'storing');
  return answer(c, service, await find(c, service, record.id));
};

const undo: Handler = async (c, service) => {
  const { id } = await find(c, service, c.req.param('id'));
  await service.store.imports.setState(c.get('userId'), id, 'undoing');
  await goOn(service, c.get('userId'), { id, state: 'undoing' });
  return c.body(null, 204);
};

const PROBLEMS: Readonly<Record<WhyUnread, string>> = {
  archive: 'The body is an archive that is damaged, too large, or without a file of a known source',
  list: 'The body is a list without viewings',
  unknown: 'The body is no file of a known source',
};

const sendExport: Handler = (c, service) => {
  const form = c.req.query('format') ?? 'json';
  if (!isExportForm(form)) throw invalid(`\`format\` must be one of ${exportForms.join(', ')}`);
  const userId = c.get('userId');
  const { name, type, texts } = exportFile(service, { userId, origin: originOf(c, service), form });
  c.header('Content-Type', type);
  c.header('Content-Disposition', `attachment; filename="${name}"`);
  return c.body(toStream(texts));
};

/** The media types that browsers and the sources use for these files. */
const FILE_TYPES = [
  'application/json',
  'text/csv',
  'application/zip',
  'application/gzip',
  'application/xml',
  'text/xml',
];

function requireFile(c: Context): void {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== undefined && FILE_TYPES.includes(type)) return;
  const message = `The body must be a file with Content-Type: ${FILE_TYPES.join(', ')}`;
  throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', message);
}

async function find(
  c: Context<Env>,
  { store: { imports } }: Service,
  id: string | undefined,
): Promise<ImportRecord> {
  const record = id === undefined ? undefined : await imports.find(c.get('userId'), id);
  if (record === undefined) throw notFound('No import has this id');
  return record;
}

/**
 * Continues an import that a stop of the process has interrupted, and answers with its state after a moment.
 */
async function answer(c: Context<Env>, service: Service, record: ImportRecord): Promise<Response> {
  await goOnBriefly(service, c.get('userId'), record);
  const data = await toAnswer(service, c.get('userId'), await find(c, service, record.id));
  return c.json({ success: true, data });
}

async function toAnswer(service: Service, userId: string, record: ImportRecord): Promise<ImportAnswer> {
  const counts = await service.store.imports.count(userId, record.id);
  return { ...record, ...counts, createdAt: new Date(record.createdAt).toISOString() };
}

/**
 * Operations that API v1 does not have: they export everything as a file; and they read a file, show its
 * contents, store it and undo that.
 */
export const importRoutes: Route[] = [
  route(
    {
      method: 'GET',
      path: `${OWN}/export`,
      summary: 'All that the person has, as one file',
      access: 'read',
      query: [
        {
          name: 'format',
          about: 'JSON has everything, CSV the viewings, Letterboxd no episodes',
          schema: { type: 'string', enum: exportForms },
        },
      ],
      download: ['application/json', 'text/csv'],
    },
    sendExport,
  ),
  route(
    {
      method: 'POST',
      path: `${OWN}/imports`,
      summary: 'Read a file of Matinee or of another product; nothing is stored yet',
      access: 'write',
      isForExtension: true,
      query: [
        {
          name: 'name',
          about: 'Of the file. `watched.csv` of Letterboxd has the columns of its `watchlist.csv`',
          schema: { type: 'string' },
        },
      ],
      files: FILE_TYPES,
      data: importRecordSchema,
    },
    read,
  ),
  route(
    {
      method: 'GET',
      path: `${OWN}/imports`,
      summary: 'The imports, newest first',
      access: 'read',
      data: z.object({ items: z.array(importRecordSchema) }),
    },
    list,
  ),
  route(
    {
      method: 'GET',
      path: `${OWN}/imports/:id`,
      summary: 'An import: how many rows are ready, unclear, known',
      access: 'read',
      isForExtension: true,
      data: importRecordSchema,
      refusals: [404],
    },
    async (c, service) => answer(c, service, await find(c, service, c.req.param('id'))),
  ),
  route(
    {
      method: 'POST',
      path: `${OWN}/imports/:id/store`,
      summary: 'Add the rows that are ready to the history',
      access: 'write',
      isForExtension: true,
      data: importRecordSchema,
      refusals: [404],
    },
    store,
  ),
  route(
    {
      method: 'DELETE',
      path: `${OWN}/imports/:id`,
      summary: 'Undo an import, or discard one that is not stored yet',
      access: 'write',
      refusals: [404],
    },
    undo,
  ),
];

/** Maximum size of a body in bytes. Kodi's client sends all playlists with the first chunk. */
export const kodiLimit = 8 * 1024 * 1024;

/**
 * Imports one chunk of a Kodi library. A chunk that was answered before gets the same answer and adds
 * nothing.
 */
const importChunk: Handler = async (c, service) => {
  const request = await readBody(c, kodiImportSchema);
  if (request.chunk > request.totalChunks) throw invalid('`chunk` must not be past `totalChunks`');
  const { kodiChunks } = service.store;
  const userId = c.get('userId');
  const chunk = { session: request.importSessionId, chunk: request.chunk };
  const before = await kodiChunks.answer(userId, chunk);
  if (before !== undefined) return c.json({ success: true, data: before });
  const data = await importKodi(service, userId, request, originOf(c, service));
  await kodiChunks.keep(userId, chunk, data);
  return c.json({ success: true, data });
};

export const kodiRoute = route(
  {
    method: 'POST',
    path: '/kodi/import',
    summary: 'Import a part of a Kodi library: what is there already stays as it is',
    access: 'write',
    body: kodiImportSchema,
    data: kodiImportedSchema,
  },
  importChunk,
);
