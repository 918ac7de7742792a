import { defined } from '../core/values/defined';
import { isRecord } from '../core/values/is-record';
import { invalid } from './media-ids';
import { exportLibrary, historyPart, watchedSeries } from './views';
import type { LibraryOperation } from './world';
import { libraryYear } from './year';

/** What only the page of the history asks. */
export const viewOperations: Readonly<Record<string, LibraryOperation>> = {
  'GET /library/history': async ({ library, query }) =>
    historyPart(library, {
      limit: Number(query.get('limit') ?? 50),
      before: Number(query.get('before') ?? Infinity),
    }),
  'GET /library/series': async ({ library }) => ({ items: await watchedSeries(library) }),
  'GET /library/year': async ({ library, query }) => {
    const year = query.get('year');
    const zone = query.get('zone') ?? 'UTC';
    return libraryYear(library, { zone, year: year === null ? undefined : Number(year) });
  },
  'GET /library/export': ({ library }) => exportLibrary(library),
  'GET /library/move': async ({ library: { database }, query }) =>
    (await database.get('moves', query.get('account') ?? '')) ?? {},
  'PUT /library/move': async ({ library: { database }, input }) => {
    if (!isRecord(input) || typeof input['account'] !== 'string') throw invalid('`account` is required');
    const { account, importId } = input;
    const move = { importId: typeof importId === 'string' ? importId : undefined };
    await database.put('moves', { account, ...defined(move) });
    return {};
  },
};
