import { Hono } from 'hono';
import {
  markInputSchema,
  removalInputSchema,
  restoreInputSchema,
} from '../../protocol/tracker/history-changes';
import { defined } from '../../core/values/defined';
import { authenticate } from '../http/authenticate';
import { originOf, type Env, type Service } from '../http/environment';
import { readBody } from '../http/read-body';
import { readTime } from '../http/read-time';
import { notFound } from '../http/api-error';
import { droppedShows } from '../library/dropped-shows';
import { markWatched } from '../library/mark-watched';

/**
 * Ours: removes several viewings at once and brings them back, marks a season or all before an episode as
 * watched, and drops a series from "up next".
 */
export function historyChangeRoutes(service: Service) {
  const { removedViewings } = service.store;
  return new Hono<Env>()
    .post('/removals', authenticate(service, 'write'), async (c) => {
      const { ids } = await readBody(c, removalInputSchema);
      const { removal, count } = await removedViewings.remove(c.get('userId'), ids);
      return c.json({ success: true, data: { removed: count, undo: removal } });
    })
    .post('/removals/undo', authenticate(service, 'write'), async (c) => {
      const { undo } = await readBody(c, restoreInputSchema);
      const restored = await removedViewings.restore(c.get('userId'), undo);
      return c.json({ success: true, data: { restored } });
    })
    .post('/marks', authenticate(service, 'write'), async (c) => {
      const { tvShowId, seasonNumber, beforeEpisode, watchedAt } = await readBody(c, markInputSchema);
      const marked = await markWatched(service, c.get('userId'), {
        tmdbId: tvShowId,
        season: seasonNumber,
        before: beforeEpisode,
        watchedAt: watchedAt === undefined ? service.now() : readTime('watchedAt', watchedAt, service.now()),
      });
      return c.json({ success: true, data: { added: marked?.added ?? 0, ...defined({ undo: marked?.id }) } });
    })
    .route('/', droppedRoutes(service));
}

function droppedRoutes(service: Service) {
  const { droppedShows: dropped } = service.store;
  return new Hono<Env>()
    .get('/dropped', authenticate(service, 'read'), async (c) => {
      const items = await droppedShows(service, c.get('userId'), originOf(c, service));
      return c.json({ success: true, data: { items } });
    })
    .put('/dropped/:id', authenticate(service, 'write'), async (c) => {
      await dropped.drop(c.get('userId'), showOf(c.req.param('id')));
      return c.body(null, 204);
    })
    .delete('/dropped/:id', authenticate(service, 'write'), async (c) => {
      await dropped.takeBack(c.get('userId'), showOf(c.req.param('id')));
      return c.body(null, 204);
    });
}

/** The series in a path. */
function showOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound('No series has this id');
  return Number(text);
}
