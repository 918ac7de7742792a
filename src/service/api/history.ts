import { Hono } from 'hono';
import type { HistoryPage, ProgressPage } from '../../protocol/tracker';
import { authenticate } from '../http/authenticate';
import { originOf, type Env, type Service } from '../http/environment';
import { pageQuery } from '../http/page-query';
import { toHistoryEntry, toPlayback } from '../media-view';
import { nameMedia } from '../name-media';

/** Ours: `GET /history` (watched, newest first) and `GET /progress` (of each film and episode the latest session, last touched first). */
export function historyRoutes(service: Service) {
  const { playback } = service.store;
  return new Hono<Env>()
    .get('/history', authenticate(service, 'read'), async (c) => {
      const { limit, offset } = pageQuery(c);
      const userId = c.get('userId');
      const rows = await nameMedia(service, playback.history(userId, limit, offset));
      const items = rows.map((row) => toHistoryEntry(row, originOf(c, service)));
      return c.json({
        success: true,
        data: { items, total: playback.countHistory(userId), limit, offset } satisfies HistoryPage,
      });
    })
    .get('/progress', authenticate(service, 'read'), async (c) => {
      const { limit, offset } = pageQuery(c);
      const userId = c.get('userId');
      const rows = await nameMedia(service, playback.current(userId, limit, offset));
      const items = rows.map((row) => toPlayback(row, originOf(c, service)));
      return c.json({
        success: true,
        data: { items, total: playback.countCurrent(userId), limit, offset } satisfies ProgressPage,
      });
    });
}
