import * as z from 'zod/mini';
import { mediaKey } from '../core/library/media-key';
import { parseJson } from '../core/values/parse-json';
import { ratingInputSchema, viewingInputSchema } from '../protocol/tracker/corrections';
import { statusItemSchema, statusRequestSchema } from '../protocol/tracker/media-status';
import { resolveRequestSchema } from '../protocol/tracker/resolve';
import { scrobbleInputSchema } from '../protocol/tracker/scrobble-request';
import { CatalogueError, describeTitle } from '../service/catalogue/catalogue';
import { defined } from '../core/values/defined';
import { isRecord } from '../core/values/is-record';
import {
  discardPlaying,
  listWatches,
  putViewing,
  removeViewing,
  watchesOf,
  openPlayings,
  updatePlayback,
} from './history';
import { idsIn, invalid, LibraryError, toIds, unknown, findTitles, namesOf, toName } from './titles';
import { markOperations, mediaStatuses } from './marks';
import { toHistoryEntry, toRating, toWidgetItem } from './records';
import { signInOperations } from './sign-in';
import { upNext } from './up-next';
import type { LibraryCall, Library, LibraryOperation } from './database';
import { exportLibrary, historyPart, watchedSeries } from './views';
import { libraryYear } from './year';

/** Operations that only the history page uses. */
const viewOperations: Readonly<Record<string, LibraryOperation>> = {
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

/** A request of the client: its path begins after the base address and includes the query. */
export type LibraryRequest = Readonly<{
  method: string;
  path: string;
  body?: string | undefined;
}>;

export type LibraryAnswer = Readonly<{
  status: number;
  body: unknown;
}>;

/** Answers like the tracker service, for the requests that the extension makes. Never rejects. */
export async function answer(
  library: Library,
  { method, path, body = '' }: LibraryRequest,
): Promise<LibraryAnswer> {
  const { pathname, searchParams: query } = new URL(path, 'https://library.invalid');
  const cut = pathname.lastIndexOf('/');
  const operation =
    OPERATIONS[`${method} ${pathname}`] ?? OPERATIONS[`${method} ${pathname.slice(0, cut)}/*`] ?? nothing;
  const last = decodeURIComponent(pathname.slice(cut + 1));
  try {
    const answered = await operation({ library, query, last, input: parseJson(body) });
    return answered === undefined ? { status: 204, body: undefined } : { status: 200, body: answered };
  } catch (error) {
    const { status, code, message } = toLibraryError(error);
    return { status, body: { error: code, message } };
  }
}

function toLibraryError(error: unknown): LibraryError {
  if (error instanceof LibraryError) return error;
  if (error instanceof CatalogueError) return new LibraryError(503, 'CATALOGUE_UNAVAILABLE', error.message);
  return new LibraryError(
    500,
    'INTERNAL_ERROR',
    error instanceof Error ? error.message : 'Nothing was stored',
  );
}

const nothing: LibraryOperation = () => Promise.reject(unknown('There is nothing at this path'));

const data = (value: unknown) => ({ success: true, data: value });

const OPERATIONS: Readonly<Record<string, LibraryOperation>> = {
  ...signInOperations,
  ...markOperations,
  'POST /scrobble': scrobble,
  'DELETE /scrobble': async ({ library, query }) => {
    if (!(await discardPlaying(library.database, idsIn(query)))) throw unknown('Nothing is begun of it');
    return { success: true };
  },
  'GET /scrobble': async (asked) => pageOf(await unfinishedItems(asked)),
  'POST /matinee/resolve': resolve,
  'GET /matinee/history': listHistory,
  'PUT /matinee/history/*': changeHistory,
  'DELETE /matinee/history/*': async ({ library: { database, now }, last }) => {
    if ((await removeViewing(database, last, now())) === undefined) throw unknown('No viewing has this id');
    return undefined;
  },
  'GET /matinee/ratings': listRatings,
  'PUT /matinee/ratings': rate,
  'POST /media/status': async ({ library: { database }, input }) => {
    const { items } = read(statusRequestSchema, input);
    const asked = items.flatMap((item) => z.safeParse(statusItemSchema, item).data ?? []);
    return data(await mediaStatuses(database, asked));
  },
  'GET /dashboard': () =>
    Promise.resolve(
      data({
        filters: [],
        // The popup names them in its language.
        widgets: ['up_next', 'recently_watched'].map((type) => ({
          id: type.replace('_', '-'),
          type,
          title: '',
          props: {},
          apiUrl: `/api/v1/dashboard/${type}`,
        })),
      }),
    ),
  'GET /dashboard/up_next': async (asked) => pageOf(await nextItems(asked)),
  'GET /dashboard/recently_watched': async (asked) => pageOf(await recentItems(asked)),
  ...viewOperations,
  'GET /channels': () => Promise.resolve(pageOf([])),
  'GET /matinee/connectors': () => Promise.resolve(data({ items: [] })),
};

/** Players round position and duration separately: up to this many seconds past the end count as the end. */
const END_TOLERANCE = 5;

async function scrobble({ library, input }: LibraryCall) {
  const { progress, duration, ...reference } = read(scrobbleInputSchema, input);
  if (progress > duration + END_TOLERANCE) throw invalid('`progress` must not be past `duration`');
  await updatePlayback(library, toIds(reference), { progress: Math.min(progress, duration), duration });
  return { success: true };
}

async function resolve({ library, input }: LibraryCall) {
  const titles = await findTitles(library, read(resolveRequestSchema, input));
  const [best, ...others] = titles.map(describeTitle);
  if (best === undefined) throw unknown('No film or episode is known by this');
  return data(others.length === 0 ? best : { ...best, candidates: [best, ...others] });
}

async function listHistory({ library, query }: LibraryCall) {
  const watches = query.has('type')
    ? await watchesOf(library.database, idsIn(query))
    : await listWatches(library.database, { limit: LIST_LIMIT });
  const names = await namesOf(library, watches);
  return data({ items: watches.map((watch) => toHistoryEntry(watch, names.get(watch.media))) });
}

const LIST_LIMIT = 100;

async function changeHistory({ library: { database }, last, input }: LibraryCall) {
  const {
    watchedAt,
    startedAt: _,
    duration,
    progress = duration,
    ...reference
  } = read(viewingInputSchema, input);
  const position = { progress, duration };
  await putViewing(database, last, { ids: toIds(reference), position, watchedAt: Date.parse(watchedAt) });
  return data({ id: last });
}

async function listRatings({ library, query }: LibraryCall) {
  const found = query.has('type')
    ? [(await library.database.get('ratings', mediaKey(idsIn(query)))) ?? []].flat()
    : await library.database.getAll('ratings');
  const names = await namesOf(library, found);
  return data({ items: found.map((rating) => toRating(rating, names.get(rating.media))) });
}

async function rate({ library: { database, now }, input }: LibraryCall) {
  const { rating, ...reference } = read(ratingInputSchema, input);
  const ids = toIds(reference);
  const media = mediaKey(ids);
  if (rating === null) await database.delete('ratings', media);
  else await database.put('ratings', { media, ids, rating, ratedAt: now() });
  return data({});
}

async function unfinishedItems({ library }: LibraryCall) {
  const playings = await openPlayings(library.database);
  const names = await namesOf(library, playings);
  return playings.map((playing) => toWidgetItem(playing, names.get(playing.media)));
}

async function nextItems({ library }: LibraryCall) {
  const { unfinished, following } = await upNext(library);
  const names = await namesOf(library, unfinished);
  return [
    ...unfinished.map((playing) => toWidgetItem(playing, names.get(playing.media))),
    ...following.map((title) => toWidgetItem({ ids: title }, toName(title))),
  ];
}

async function recentItems({ library }: LibraryCall) {
  const watches = await listWatches(library.database, { limit: RECENT });
  const names = await namesOf(library, watches);
  return watches.map(({ ids, media, watchedAt }) => toWidgetItem({ ids, watchedAt }, names.get(media)));
}

const RECENT = 20;

function pageOf(items: unknown[]) {
  const count = items.length;
  const pagination = {
    page: 1,
    pageSize: count,
    totalItems: count,
    total: count,
    totalPages: 1,
    hasMore: false,
  };
  return { ...data(items), pagination };
}

function read<T>(schema: z.ZodMiniType<T>, input: unknown): T {
  const result = z.safeParse(schema, input);
  if (result.success) return result.data;
  throw invalid(result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
}
