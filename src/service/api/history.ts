import { Hono, type Context } from 'hono';
import { defined } from '../../core/values/defined';
import type { HistoryPage, ProgressPage } from '../../protocol/tracker/history';
import { authenticate } from '../http/authenticate';
import { originOf, type Env, type Service } from '../http/environment';
import { mediaQuery } from '../http/media-reference';
import { pageQuery, toPlace } from '../http/page-query';
import { historyFilter } from './history-filter';
import { mapInSlices } from '../library/map-in-slices';
import { nameMedia } from '../library/name-media';
import { toHistoryEntry, toPlayback } from '../library/session-records';
import type { PageKey, SessionRow } from '../store/sessions';

/**
 * Ours: `GET /history`, the watched sessions, newest first, all or those of one film or episode; and
 * `GET /progress`, the latest session of each film and episode, the one with the latest update first.
 */
export function historyRoutes(service: Service) {
  return new Hono<Env>()
    .get('/history', authenticate(service, 'read'), async (c) =>
      c.json({ success: true, data: await readHistory(c, service) }),
    )
    .get('/progress', authenticate(service, 'read'), async (c) =>
      c.json({ success: true, data: await readProgress(c, service) }),
    );
}

async function readHistory(c: Context<Env>, service: Service): Promise<HistoryPage> {
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
  return toPage(items, total, part, rows.at(-1), (row) => ({ time: row.watchedAt ?? 0, key: row.id }));
}

async function readProgress(c: Context<Env>, service: Service): Promise<ProgressPage> {
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
  return toPage(items, total, part, rows.at(-1), (row) => ({ time: row.updatedAt, key: row.media }));
}

/** `next` leads to the page behind a full one. */
function toPage<T>(
  items: T[],
  total: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  last: SessionRow | undefined,
  placeOf: (row: SessionRow) => PageKey,
) {
  const next = last === undefined || items.length < limit ? undefined : toPlace(placeOf(last));
  return { items, total, limit, offset, ...defined({ next }) };
}
