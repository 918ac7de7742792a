import { Hono, type Context } from 'hono';
import type { ImportAnswer } from '../../protocol/tracker/imports';
import { ApiError, invalid, notFound } from '../http/api-error';
import { authenticate } from '../http/authenticate';
import { originOf, type Env, type Service } from '../http/environment';
import { exportFile, exportForms, isExportForm } from '../library/export-forms';
import { toStream } from '../library/export-history';
import { goOn, goOnBriefly, openImport } from '../library/imports/import-jobs';
import type { WhyUnread } from '../library/imports/read-file';
import type { ImportRecord } from '../store/imports';

/** Ours: `GET /export`, and `/imports`: reads a file, shows what it holds, stores it, undoes it. */
export function importRoutes(service: Service) {
  const { imports } = service.store;
  return new Hono<Env>()
    .get('/export', authenticate(service, 'read'), (c) => sendExport(c, service))
    .post('/imports', authenticate(service, 'write'), async (c) => {
      requireFile(c);
      const content = new Uint8Array(await c.req.arrayBuffer());
      const opened = await openImport(service, c.get('userId'), content, c.req.query('name'));
      if ('refused' in opened) throw invalid(PROBLEMS[opened.refused]);
      return answer(c, service, await find(c, service, opened.id));
    })
    .get('/imports', authenticate(service, 'read'), async (c) => {
      const records = await imports.list(c.get('userId'));
      const items = await Promise.all(records.map((record) => toAnswer(service, c.get('userId'), record)));
      return c.json({ success: true, data: { items } });
    })
    .get('/imports/:id', authenticate(service, 'read'), async (c) =>
      answer(c, service, await find(c, service, c.req.param('id'))),
    )
    .post('/imports/:id/store', authenticate(service, 'write'), async (c) => {
      const record = await find(c, service, c.req.param('id'));
      if (record.state === 'preview' || record.state === 'stored')
        await imports.setState(c.get('userId'), record.id, 'storing');
      return answer(c, service, await find(c, service, record.id));
    })
    .delete('/imports/:id', authenticate(service, 'write'), async (c) => {
      const { id } = await find(c, service, c.req.param('id'));
      await imports.setState(c.get('userId'), id, 'undoing');
      await goOn(service, c.get('userId'), { id, state: 'undoing' });
      return c.body(null, 204);
    });
}

const PROBLEMS: Readonly<Record<WhyUnread, string>> = {
  archive: 'The body is an archive that is damaged, too large, or without a file of a known source',
  list: 'The body is a list without viewings',
  unknown: 'The body is no file of a known source',
};

function sendExport(c: Context<Env>, service: Service): Response {
  const form = c.req.query('format') ?? 'json';
  if (!isExportForm(form)) throw invalid(`\`format\` must be one of ${exportForms.join(', ')}`);
  const userId = c.get('userId');
  const { name, type, texts } = exportFile(service, { userId, origin: originOf(c, service), form });
  c.header('Content-Type', type);
  c.header('Content-Disposition', `attachment; filename="${name}"`);
  return c.body(toStream(texts));
}

/** What browsers and the sources call the files. */
const FILE_TYPES = new Set([
  'application/json',
  'text/csv',
  'application/zip',
  'application/gzip',
  'application/xml',
  'text/xml',
]);

function requireFile(c: Context): void {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== undefined && FILE_TYPES.has(type)) return;
  const message = `The body must be a file with Content-Type: ${[...FILE_TYPES].join(', ')}`;
  throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', message);
}

async function find(c: Context<Env>, { store }: Service, id: string): Promise<ImportRecord> {
  const record = await store.imports.find(c.get('userId'), id);
  if (record === undefined) throw notFound('No import has this id');
  return record;
}

/** Goes on with what an end of the process has interrupted, and answers with the state after a moment. */
async function answer(c: Context<Env>, service: Service, record: ImportRecord): Promise<Response> {
  await goOnBriefly(service, c.get('userId'), record);
  const data = await toAnswer(service, c.get('userId'), await find(c, service, record.id));
  return c.json({ success: true, data });
}

async function toAnswer({ store }: Service, userId: string, record: ImportRecord): Promise<ImportAnswer> {
  const counts = await store.imports.count(userId, record.id);
  return { ...record, ...counts, createdAt: new Date(record.createdAt).toISOString() };
}
