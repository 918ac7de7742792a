import type { Context } from 'hono';
import { viewingChangeSchema, viewingInputSchema } from '../../protocol/tracker/corrections';
import { historyEntrySchema } from '../../protocol/tracker/history';
import { invalid, notFound } from '../http/api-error';
import { originOf, type Env, type Service } from '../http/environment';
import { toMediaIds } from '../http/media-reference';
import { readBody } from '../http/read-body';
import { checkTime, readTime } from '../http/read-time';
import { nameMedia } from '../library/name-media';
import { toHistoryEntry } from '../library/session-records';
import { OWN } from './description/operation';
import { route, type Handler, type Route } from './route';

const remove: Handler = async (c, { store }) => {
  if (!(await store.viewings.remove(c.get('userId'), idOf(c)))) throw unknownViewing();
  return c.body(null, 204);
};

const changeTime: Handler = async (c, service) => {
  const { watchedAt } = await readBody(c, viewingChangeSchema);
  const time = readTime('watchedAt', watchedAt, service.now());
  if (!(await service.store.viewings.setTime(c.get('userId'), idOf(c), time))) throw unknownViewing();
  return answerViewing(c, service);
};

const put: Handler = async (c, service) => {
  const input = await readBody(c, viewingInputSchema);
  const { duration, progress = duration } = input;
  if (progress > duration) throw invalid('`progress` must not be past `duration` (both in seconds)');
  const watchedAt = readTime('watchedAt', input.watchedAt, service.now());
  const startedAt =
    input.startedAt === undefined
      ? Math.max(0, watchedAt - progress * 1000)
      : checkTime('startedAt', Date.parse(input.startedAt), watchedAt);
  const viewing = { ids: toMediaIds(input), position: { progress, duration }, startedAt, watchedAt };
  await service.store.viewings.put(c.get('userId'), idOf(c), viewing);
  return answerViewing(c, service);
};

async function answerViewing(c: Context<Env>, service: Service) {
  const row = await service.store.sessions.viewing(c.get('userId'), idOf(c));
  if (row === undefined) throw unknownViewing();
  const [named = row] = await nameMedia(service, [row]);
  return c.json({ success: true, data: toHistoryEntry(named, originOf(c, service)) });
}

/**
 * The id in the path. A client that adds a viewing chooses its id, so that a repetition adds no second one.
 */
function idOf(c: Context<Env>): string {
  const id = c.req.param('id') ?? '';
  if (!/^[\w-]{1,64}$/.test(id)) throw unknownViewing();
  return id;
}

function unknownViewing() {
  return notFound('No viewing has this id');
}

/**
 * Ours: a person removes a viewing, changes its time, adds it or restores it. Each request may be repeated: a
 * `DELETE` whose response was lost is answered with 404.
 */
export const viewingRoutes: readonly Route[] = [
  route(
    {
      method: 'DELETE',
      path: `${OWN}/history/:id`,
      summary: 'Remove a viewing',
      access: 'write',
      isForExtension: true,
      refusals: [404],
    },
    remove,
  ),
  route(
    {
      method: 'PATCH',
      path: `${OWN}/history/:id`,
      summary: 'Change the time of a viewing',
      access: 'write',
      body: viewingChangeSchema,
      data: historyEntrySchema,
      refusals: [404],
    },
    changeTime,
  ),
  route(
    {
      method: 'PUT',
      path: `${OWN}/history/:id`,
      summary: 'Add, replace or bring back a viewing under an id that the client chooses',
      access: 'write',
      isForExtension: true,
      body: viewingInputSchema,
      data: historyEntrySchema,
      refusals: [404],
    },
    put,
  ),
];
