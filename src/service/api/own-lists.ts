import * as z from 'zod/mini';
import type { Context } from 'hono';
import { defined } from '../../core/values/defined';
import { ratingInputSchema, ratingRecordSchema, ratingsPageSchema } from '../../protocol/tracker/corrections';
import { historyPageSchema, progressPageSchema } from '../../protocol/tracker/history';
import { readIsoDay } from '../../core/library/zoned-time';
import { originOf, type Env, type Service } from '../http/environment';
import { mediaQuery, toMediaIds } from './work-reference';
import { pageQuery, toPlace } from '../http/page-query';
import { readBody } from '../http/read-body';
import { nameMedia, searchHistory } from '../library/name-media';
import { toHistoryEntry, toMediaRecord, toPlayback, toRating } from '../library/media-records';
import type { PageKey, SessionRow } from '../store/sessions';
import { invalid } from '../http/api-error';
import type { HistoryFilter } from '../store/find-viewings';
import { OWN, route, type Handler, type Route } from './route';
import { historyParameters, mediaPageParameters } from './parameters';
import { setImmediate } from 'node:timers/promises';

const LONGEST_SEARCH = 200;

const answerHistory: Handler = async (c, service) => {
  const part = pageQuery(c);
  const { sessions, findViewings } = service.store;
  const userId = c.get('userId');
  const media = mediaQuery(c);
  const filter = media === undefined ? await historyFilter(c, service, userId) : undefined;
  const found =
    filter === undefined
      ? await sessions.watched(userId, part, media)
      : await findViewings.find(userId, filter, part);
  const rows = await nameMedia(service, found);
  const origin = originOf(c, service);
  const items = await mapInSlices(rows, (row) => toHistoryEntry(row, origin));
  const total =
    filter === undefined
      ? await sessions.countWatched(userId, media)
      : await findViewings.count(userId, filter);
  const place = (row: SessionRow) => ({ time: row.watchedAt ?? 0, key: row.id });
  return c.json({ success: true, data: toPage(items, total, part, rows.at(-1), place) });
};

const answerProgress: Handler = async (c, service) => {
  const part = pageQuery(c);
  const { sessions } = service.store;
  const userId = c.get('userId');
  const media = mediaQuery(c);
  const found =
    media === undefined ? await sessions.latest(userId, part) : await sessions.latestOf(userId, media);
  const rows = await nameMedia(service, found);
  const origin = originOf(c, service);
  const items = await mapInSlices(rows, (row) => toPlayback(row, origin));
  const total = media === undefined ? await sessions.countLatest(userId) : rows.length;
  const place = (row: SessionRow) => ({ time: row.updatedAt, key: row.media });
  return c.json({ success: true, data: toPage(items, total, part, rows.at(-1), place) });
};

/** One page of a list. If it is full, `next` leads to the following page. */
function toPage<T>(
  items: T[],
  total: number,
  { limit, offset }: Readonly<{ limit: number; offset: number }>,
  last: SessionRow | undefined,
  placeOf: (row: SessionRow) => PageKey,
) {
  const next = last === undefined || items.length < limit ? undefined : toPlace(placeOf(last));
  return { items, total, limit, offset, ...defined({ next }) };
}

const answerRatings: Handler = async (c, service) => {
  const { limit, offset } = pageQuery(c);
  const media = mediaQuery(c);
  const { ratings } = service.store;
  const userId = c.get('userId');
  const rows = await nameMedia(service, await ratings.list(userId, { limit, offset, media }));
  const items = rows.map((row) => toRating(row, originOf(c, service)));
  const total = await ratings.count(userId, media);
  return c.json({ success: true, data: { items, total, limit, offset } });
};

const putRating: Handler = async (c, service) => {
  const { rating, ...reference } = await readBody(c, ratingInputSchema);
  const origin = originOf(c, service);
  const ratedAt = service.now();
  const stored = await service.store.ratings.set(c.get('userId'), toMediaIds(reference), rating, ratedAt);
  const [media = stored] = await nameMedia(service, [stored]);
  const data =
    rating === null
      ? { media: toMediaRecord(media, origin), rating }
      : toRating({ ...media, rating, ratedAt }, origin);
  return c.json({ success: true, data });
};

/**
 * Operations that API v1 does not have: each viewing, the latest position in each title, and ratings in steps
 * of 0.5, all with ids. Their cursor makes the last page as fast as the first.
 */
export const ownListRoutes: Route[] = [
  route(
    {
      method: 'GET',
      path: `${OWN}/history`,
      summary: 'What was watched, newest first',
      access: 'read',
      isForExtension: true,
      query: historyParameters,
      data: historyPageSchema,
    },
    answerHistory,
  ),
  route(
    {
      method: 'GET',
      path: `${OWN}/progress`,
      summary: 'The latest position in each film and episode, the last update first',
      access: 'read',
      query: mediaPageParameters,
      data: progressPageSchema,
    },
    answerProgress,
  ),
  route(
    {
      method: 'GET',
      path: `${OWN}/ratings`,
      summary: 'The ratings of films and episodes, the last one first',
      access: 'read',
      isForExtension: true,
      query: mediaPageParameters,
      data: ratingsPageSchema,
    },
    answerRatings,
  ),
  route(
    {
      method: 'PUT',
      path: `${OWN}/ratings`,
      summary: 'Rate a film or an episode, or remove the rating',
      access: 'write',
      isForExtension: true,
      body: ratingInputSchema,
      data: z.extend(z.partial(ratingRecordSchema, { ratedAt: true }), {
        rating: z.nullable(ratingRecordSchema.shape.rating),
      }),
    },
    putRating,
  ),
];

/**
 * The filter in the query of `GET /history`: `q`, `only`, `show`, `from` and `to`. `undefined` if there is
 * none. Throws 400 and names the wrong parameter.
 */
async function historyFilter(
  c: Context<Env>,
  service: Service,
  userId: string,
): Promise<HistoryFilter | undefined> {
  const { q, only, show, from, to } = c.req.query();
  if ([q, only, show, from, to].every((value) => value === undefined)) return undefined;
  if (only !== undefined && only !== 'movie' && only !== 'episode')
    throw invalid('`only` must be "movie" or "episode"');
  if (show !== undefined && !/^[1-9]\d{0,14}$/.test(show)) throw invalid('`show` must be the id of a series');
  if (q !== undefined && (q === '' || q.length > LONGEST_SEARCH))
    throw invalid(`\`q\` must have 1 to ${String(LONGEST_SEARCH)} characters`);
  return {
    type: only,
    works: await worksOf(service, userId, { q, show }),
    from: readDay('from', from),
    to: readDay('to', to),
    zone: await service.store.preferences.zoneOf(userId),
  };
}

function readDay(name: string, text: string | undefined): number | undefined {
  const day = text === undefined ? undefined : readIsoDay(text);
  if (text !== undefined && day === undefined) throw invalid(`\`${name}\` must be a day such as 2026-01-15`);
  return day;
}

async function worksOf(
  service: Service,
  userId: string,
  { q, show }: Readonly<{ q: string | undefined; show: string | undefined }>,
): Promise<string[] | undefined> {
  const named = show === undefined ? undefined : [`show:${show}`];
  if (q === undefined) return named;
  const found = await searchHistory(service, userId, q);
  return named === undefined ? found : found.filter((work) => named.includes(work));
}

/** Rows per slice; mapping one takes less than a millisecond. */
const SLICE = 100;

/**
 * Like `map`, but in slices. Before each slice except the first, other waiting work can run, such as an
 * update.
 */
export async function mapInSlices<T, U>(rows: T[], map: (row: T) => U): Promise<U[]> {
  const mapped: U[] = [];
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % SLICE === 0) await setImmediate();
    mapped.push(map(row));
  }
  return mapped;
}
