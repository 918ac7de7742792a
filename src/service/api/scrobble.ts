import { defined } from '../../core/values/defined';
import { successSchema } from '../../protocol/tracker/media-item';
import { scrobbleInputSchema } from '../../protocol/tracker/scrobble-request';
import { nextEpisodeSchema, openSessionSchema } from '../../protocol/tracker/watched';
import { invalid, notFound } from '../http/api-error';
import { toMediaIds } from '../http/media-reference';
import { readBody } from '../http/read-body';
import { openSessions, upNextEpisodes } from '../library/widgets';
import { referenceParameters, typeParameter } from './description/parameters';
import { answerPage, readChoice, readerOf, readPage } from './pages';
import { route, type Handler, type Route } from './route';
import { readWork } from './work-reference';

/**
 * Players round position and duration separately, so a position up to this many seconds past the end is
 * stored as the end. A larger one is a mistake, such as milliseconds, and is refused. Ours.
 */
const END_TOLERANCE_SECONDS = 5;

/** Media that the catalogue does not know is stored with its ids. */
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

/** What is being watched, and what comes next. */
export const scrobbleRoutes: readonly Route[] = [
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
