import { defined } from '../../core/values/defined';
import { successSchema } from '../../protocol/tracker/media-item';
import { scrobbleInputSchema } from '../../protocol/tracker/scrobble-request';
import { nextEpisodeSchema, openSessionSchema } from '../../protocol/tracker/watched';
import { invalid, notFound } from '../http/api-error';
import { toMediaIds, readWork } from './work-reference';
import { readBody, checkTime, readTime } from '../http/read-body';
import { openSessions, upNextEpisodes } from '../library/widgets';
import { referenceParameters, typeParameter, answerPage, readChoice, readerOf, readPage } from './parameters';
import { route, type Handler, type Route, OWN } from './route';
import type { Context } from 'hono';
import { viewingChangeSchema, viewingInputSchema } from '../../protocol/tracker/corrections';
import { historyEntrySchema } from '../../protocol/tracker/history';
import { originOf, type Env, type Service } from '../http/environment';
import { nameMedia } from '../library/name-media';
import { toHistoryEntry } from '../library/media-records';

/**
 * Players round position and duration separately, so a position up to this many seconds past the end is
 * stored as the end. A later one is a mistake, such as milliseconds, and is refused. API v1 does not document
 * this.
 */
const END_TOLERANCE_SECONDS = 5;

/** Stores a position. Media that the catalogue does not know are stored with their ids. */
const update: Handler = async (c, service) => {
  const input = await readBody(c, scrobbleInputSchema);
  const { progress, duration, age } = input;
  if (progress > duration + END_TOLERANCE_SECONDS)
    throw invalid('`progress` must not be past `duration` (both in seconds)');
  const position = { progress: Math.min(progress, duration), duration };
  await service.store.playback.update(c.get('userId'), toMediaIds(input), position, defined({ age }));
  return c.json({ success: true });
};

const answerSessions: Handler = async (c, service) => {
  const page = readPage(c);
  const type = readChoice(c, 'type', ['all', 'movie', 'episode']);
  return answerPage(c, page, await openSessions(service, await readerOf(c, service), type, page));
};

const discard: Handler = async (c, { store }) => {
  const { ids } = readWork(c, ['movie', 'episode']);
  if (ids === undefined || !(await store.playback.discard(c.get('userId'), ids)))
    throw notFound('Nothing is begun of it');
  return c.json({ success: true });
};

const answerUpNext: Handler = async (c, service) => {
  const page = readPage(c);
  return answerPage(c, page, await upNextEpisodes(service, await readerOf(c, service), page));
};

/** The positions in unfinished titles, and the next episodes. */
export const scrobbleRoutes: Route[] = [
  route(
    {
      method: 'POST',
      path: '/scrobble',
      summary: 'Update the playback progress of a film or an episode; from 90% it is watched',
      access: 'scrobble',
      isForExtension: true,
      body: scrobbleInputSchema,
      answer: successSchema,
    },
    update,
  ),
  route(
    {
      method: 'GET',
      path: '/scrobble',
      summary: 'What was begun and is not watched, the last update first',
      access: 'read',
      isForExtension: true,
      query: [typeParameter('movie', 'episode')],
      page: openSessionSchema,
    },
    answerSessions,
  ),
  route(
    {
      method: 'DELETE',
      path: '/scrobble',
      summary: 'Forget the position in a film or an episode that is not watched',
      access: 'scrobble',
      query: referenceParameters('movie', 'episode'),
      answer: successSchema,
      refusals: [404],
    },
    discard,
  ),
  route(
    {
      method: 'GET',
      path: '/upnext',
      summary: 'The next episode of each series that the person watches',
      access: 'read',
      page: nextEpisodeSchema,
    },
    answerUpNext,
  ),
];

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
 * The viewing's id in the path. A client that adds a viewing chooses its id, so that a repeated request adds
 * nothing.
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
 * Operations that API v1 does not have: a person removes a viewing, changes its time, adds it or restores it.
 * Every request can be repeated. If the response of a `DELETE` was lost, the repetition gets 404.
 */
export const viewingRoutes: Route[] = [
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
