import * as z from 'zod/mini';
import { defined } from '../../core/values/defined';
import {
  companionsInputSchema,
  companionsSchema,
  droppedSchema,
  markedSchema,
  markInputSchema,
  removalInputSchema,
  removalSchema,
  restoredSchema,
  restoreInputSchema,
} from '../../protocol/tracker/history';
import { notFound } from '../http/api-error';
import { originOf } from '../http/environment';
import { toMediaIds } from './work-reference';
import { readBody, readTime } from '../http/read-body';
import { addForCompanion, ownViewing, takeFromCompanion } from '../library/title-marks';
import { droppedShows } from '../library/up-next';
import { markWatched } from '../library/mark-watched';
import { OWN, route, type Handler, type Route } from './route';

const removeSeveral: Handler = async (c, { store }) => {
  const { ids } = await readBody(c, removalInputSchema);
  const { removal, count } = await store.removedViewings.remove(c.get('userId'), ids);
  return c.json({ success: true, data: { removed: count, undo: removal } });
};

const restore: Handler = async (c, { store }) => {
  const { undo } = await readBody(c, restoreInputSchema);
  const restored = await store.removedViewings.restore(c.get('userId'), undo);
  return c.json({ success: true, data: { restored } });
};

const mark: Handler = async (c, service) => {
  const { tvShowId, seasonNumber, beforeEpisode, watchedAt } = await readBody(c, markInputSchema);
  const marked = await markWatched(service, c.get('userId'), {
    tmdbId: tvShowId,
    season: seasonNumber,
    before: beforeEpisode,
    watchedAt: watchedAt === undefined ? service.now() : readTime('watchedAt', watchedAt, service.now()),
  });
  return c.json({ success: true, data: { added: marked?.added ?? 0, ...defined({ undo: marked?.id }) } });
};

const listDropped: Handler = async (c, service) => {
  const items = await droppedShows(service, c.get('userId'), originOf(c, service));
  return c.json({ success: true, data: { items } });
};

const drop: Handler = async (c, { store }) => {
  await store.droppedShows.drop(c.get('userId'), showOf(c.req.param('id')));
  return c.body(null, 204);
};

const takeBack: Handler = async (c, { store }) => {
  await store.droppedShows.takeBack(c.get('userId'), showOf(c.req.param('id')));
  return c.body(null, 204);
};

const shareViewing: Handler = async (c, service) => {
  const { add, remove, watchedAt, ...reference } = await readBody(c, companionsInputSchema);
  const userId = c.get('userId');
  const at = watchedAt === undefined ? undefined : Date.parse(watchedAt);
  const viewing = await ownViewing(service, userId, toMediaIds(reference), at);
  if (viewing === undefined) return c.json({ success: true, data: { items: [] } });
  if (add !== undefined) await addForCompanion(service, userId, viewing.id, add);
  if (remove !== undefined) await takeFromCompanion(service, userId, viewing.id, remove);
  return c.json({ success: true, data: { items: await service.store.preferences.companionsOf(userId) } });
};

/** The series id in a path. */
function showOf(text = ''): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound('No series has this id');
  return Number(text);
}

/**
 * Operations that API v1 does not have: they remove several viewings at once and restore them, mark episodes
 * as watched, share viewings with companions, and drop a series from "up next".
 */
export const historyChangeRoutes: Route[] = [
  route(
    {
      method: 'POST',
      path: `${OWN}/removals`,
      summary: 'Remove up to 100 viewings; those that the person does not have are left out',
      access: 'write',
      body: removalInputSchema,
      data: removalSchema,
    },
    removeSeveral,
  ),
  route(
    {
      method: 'POST',
      path: `${OWN}/removals/undo`,
      summary: 'Bring back what `POST /matinee/removals` has removed, for 30 days',
      access: 'write',
      body: restoreInputSchema,
      data: restoredSchema,
    },
    restore,
  ),
  route(
    {
      method: 'POST',
      path: `${OWN}/marks`,
      summary: 'Mark a season, or all episodes before one, as watched; what was watched stays as it is',
      access: 'write',
      body: markInputSchema,
      data: markedSchema,
    },
    mark,
  ),
  route(
    {
      method: 'POST',
      path: `${OWN}/companions`,
      summary: 'With whom the person watches; adds a viewing to the history of one of them, or takes it out',
      access: 'write',
      isForExtension: true,
      body: companionsInputSchema,
      data: companionsSchema,
    },
    shareViewing,
  ),
  route(
    {
      method: 'GET',
      path: `${OWN}/dropped`,
      summary: 'The series that are not proposed any more, the one dropped last first',
      access: 'read',
      data: z.object({ items: z.array(droppedSchema) }),
    },
    listDropped,
  ),
  route(
    {
      method: 'PUT',
      path: `${OWN}/dropped/:id`,
      summary: 'Drop a series from "up next" until it is watched again; the id is that of the film database',
      access: 'write',
      refusals: [404],
    },
    drop,
  ),
  route(
    {
      method: 'DELETE',
      path: `${OWN}/dropped/:id`,
      summary: 'Propose a series again',
      access: 'write',
      refusals: [404],
    },
    takeBack,
  ),
];
