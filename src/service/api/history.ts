import { Hono, type Context } from 'hono';
import type { HistoryPage, ProgressPage } from '../../protocol/tracker/history';
import { authenticate } from '../http/authenticate';
import { originOf, type Env, type Service } from '../http/environment';
import { mediaQuery } from '../http/media-reference';
import { pageQuery } from '../http/page-query';
import { nameMedia } from '../library/name-media';
import { toHistoryEntry, toPlayback } from '../library/session-records';

/**
 * Ours: `GET /history`, the watched sessions, newest first, all or those of one film or episode, and `GET /progress`, the latest session of each
 * film and episode, the one with the latest update first.
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
  const { limit, offset } = pageQuery(c);
  const { sessions } = service.store;
  const userId = c.get('userId');
  const media = mediaQuery(c);
  const rows = await nameMedia(service, sessions.watched(userId, limit, offset, media));
  const items = rows.map((row) => toHistoryEntry(row, originOf(c, service)));
  return { items, total: sessions.countWatched(userId, media), limit, offset };
}

async function readProgress(c: Context<Env>, service: Service): Promise<ProgressPage> {
  const { limit, offset } = pageQuery(c);
  const { sessions } = service.store;
  const userId = c.get('userId');
  const rows = await nameMedia(service, sessions.latest(userId, limit, offset));
  const items = rows.map((row) => toPlayback(row, originOf(c, service)));
  return { items, total: sessions.countLatest(userId), limit, offset };
}
