import { successSchema } from '../../protocol/tracker/media-item';
import {
  gradeInputSchema,
  gradeSchema,
  historyInputSchema,
  watchedTitleSchema,
} from '../../protocol/tracker/watched';
import { invalid, notFound } from '../http/api-error';
import type { Service } from '../http/environment';
import { readBody, readTime } from '../http/read-body';
import { toMediaItems } from '../library/media-item';
import type { MediaIds } from '../../core/library/media-key';
import { removalLimit } from '../store/removed-viewings';
import {
  referenceParameters,
  sortParameter,
  typeParameter,
  answerPage,
  readChoice,
  readerOf,
  readPage,
} from './parameters';
import { route, type Handler, type Route } from './route';
import { readWork, toWork } from './work-reference';

const answerHistory: Handler = async (c, service) => {
  const page = readPage(c);
  const type = readChoice(c, 'type', ['all', 'movie', 'tv', 'episode']);
  const order =
    readChoice(c, 'sort', ['watchedAt:desc', 'watchedAt:asc']) === 'watchedAt:asc' ? 'asc' : 'desc';
  const { watchedTitles } = service.store;
  const userId = c.get('userId');
  const rows = await watchedTitles.list(userId, { type, order, ...page });
  const media = await toMediaItems(service, rows, await readerOf(c, service), page.isMinimal);
  const items = media.map((item, index) => {
    const { times = 1, watchedAt = 0, episodeId = null } = rows[index] ?? {};
    const facts = { watchedAt: new Date(watchedAt).toISOString(), count: times, rewatchCount: times };
    return item.type === 'episode' ? { ...item, ...facts, episodeId } : { ...item, ...facts };
  });
  return answerPage(c, page, { items, total: await watchedTitles.count(userId, type) });
};

/**
 * Adds viewings. A viewing's id is derived from its title and time, so a repeated request with the same
 * `watchedAt` adds nothing.
 */
const addViewings: Handler = async (c, service) => {
  const { count, watchedAt, type, ...reference } = await readBody(c, historyInputSchema);
  const isShow = type === 'tv' && reference.episodeNumber == null;
  if (isShow) throw invalid('`type` must be "movie" or "episode": a series is watched by its episodes');
  const kind = type === 'tv' ? 'episode' : type;
  const { media, ids } = toWork({ ...reference, type: kind });
  if (ids === undefined) throw invalid('`type` must be "movie" or "episode"');
  const now = service.now();
  const time = watchedAt == null ? now : readTime('watchedAt', withOffset(watchedAt), now);
  const viewing = { ids, position: { progress: 0, duration: 0 }, startedAt: time, watchedAt: time };
  for (let index = 0; index < (count ?? 1); index += 1)
    await service.store.viewings.put(
      c.get('userId'),
      `api-${media.replaceAll(':', '-')}-${time.toString(36)}-${String(index)}`,
      viewing,
    );
  return c.json({ success: true });
};

/** Adds `Z` to a time without an offset, so that it is read as UTC. */
function withOffset(text: string): string {
  return /(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`;
}

const removeTitle: Handler = async (c, service) => {
  const { type, ids, media } = readWork(c, ['movie', 'tv', 'episode']);
  const title = type === 'tv' || ids === undefined ? { show: Number(media.split(':')[1]) } : ids;
  if ((await removeAll(service, c.get('userId'), title)) === 0) throw notFound('It is not in the history');
  return c.json({ success: true });
};

/**
 * Removes all viewings of a title in parts. Each part can be restored for 30 days. Returns the number of
 * viewings.
 */
async function removeAll(
  { store }: Service,
  userId: string,
  title: MediaIds | Readonly<{ show: number }>,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const ids = await store.viewings.idsOf(userId, title, removalLimit);
    if (ids.length === 0) return removed;
    removed += (await store.removedViewings.remove(userId, ids)).count;
  }
}

const answerRatings: Handler = async (c, service) => {
  const page = readPage(c);
  const type = readChoice(c, 'type', ['all', 'movie', 'tv', 'season', 'episode']);
  const { ratings } = service.store;
  const userId = c.get('userId');
  const rows = await ratings.grades(userId, { type, ...page });
  const media = await toMediaItems(service, rows, await readerOf(c, service), page.isMinimal);
  const items = media.map((item, index) => {
    const { rating = 1, review = null, ratedAt = 0 } = rows[index] ?? {};
    const time = new Date(ratedAt).toISOString();
    return { ...item, rating: Math.round(rating), exactRating: rating, review, ratedAt: time };
  });
  return answerPage(c, page, { items, total: await ratings.countGrades(userId, type) });
};

const rate: Handler = async (c, service) => {
  const { rating, review, ...reference } = await readBody(c, gradeInputSchema);
  const { media, ids } = toWork(reference);
  const key = ids === undefined ? media : await service.store.viewings.keyOf(c.get('userId'), ids);
  const grade = { media: key, episodeId: ids?.episodeId, rating, review, ratedAt: service.now() };
  await service.store.ratings.grade(c.get('userId'), grade);
  return c.json({ success: true });
};

const unrate: Handler = async (c, { store, now }) => {
  const { media, ids } = readWork(c, ['movie', 'tv', 'season', 'episode']);
  const key = ids === undefined ? media : await store.viewings.keyOf(c.get('userId'), ids);
  if (!(await store.ratings.ungrade(c.get('userId'), key, now()))) throw notFound('It is not rated');
  return c.json({ success: true });
};

/** The watched titles, each once, and the person's ratings. */
export const watchedRoutes: Route[] = [
  route(
    {
      method: 'GET',
      path: '/history',
      summary: 'The watched titles with how often and when last; `tv`: the watched series',
      access: 'read',
      query: [typeParameter('movie', 'tv', 'episode'), sortParameter('watchedAt')],
      page: watchedTitleSchema,
    },
    answerHistory,
  ),
  route(
    {
      method: 'POST',
      path: '/history',
      summary: 'Add viewings of a film or an episode',
      access: 'write',
      isForExtension: true,
      body: historyInputSchema,
      answer: successSchema,
    },
    addViewings,
  ),
  route(
    {
      method: 'DELETE',
      path: '/history',
      summary: 'Remove all viewings of a film, an episode or a series',
      access: 'write',
      isForExtension: true,
      query: referenceParameters('movie', 'tv', 'episode'),
      answer: successSchema,
      refusals: [404],
    },
    removeTitle,
  ),
  route(
    {
      method: 'GET',
      path: '/ratings',
      summary: 'The ratings, the last one first',
      access: 'read',
      query: [typeParameter('movie', 'tv', 'season', 'episode')],
      page: gradeSchema,
    },
    answerRatings,
  ),
  route(
    {
      method: 'POST',
      path: '/ratings',
      summary: 'Rate a film, a series, a season or an episode from 1 to 10, with a review',
      access: 'write',
      isForExtension: true,
      body: gradeInputSchema,
      answer: successSchema,
    },
    rate,
  ),
  route(
    {
      method: 'DELETE',
      path: '/ratings',
      summary: 'Remove a rating',
      access: 'write',
      isForExtension: true,
      query: referenceParameters('movie', 'tv', 'season', 'episode'),
      answer: successSchema,
      refusals: [404],
    },
    unrate,
  ),
];
