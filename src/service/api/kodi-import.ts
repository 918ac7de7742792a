import { kodiImportedSchema, kodiImportSchema } from '../../protocol/tracker/kodi-import';
import { invalid } from '../http/api-error';
import { originOf } from '../http/environment';
import { readBody } from '../http/read-body';
import { importKodi } from '../library/kodi/import-chunk';
import { route, type Handler } from './route';

/** Largest body in bytes. Kodi's client sends every playlist with the first chunk. */
export const kodiLimit = 8 * 1024 * 1024;

/** A chunk that was already answered gets the same answer and adds nothing. */
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
