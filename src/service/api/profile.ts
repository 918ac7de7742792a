import { activitiesSchema, profileSchema } from '../../protocol/tracker/activities';
import { unauthorized } from '../http/api-error';
import { AREAS } from '../store/changes';
import { route, type Handler, type Route } from './route';

const answerProfile: Handler = async (c, { store }) => {
  const id = c.get('userId');
  const name = await store.users.nameOf(id);
  if (name === undefined) throw unauthorized();
  const count = (shelf: 'watchlist' | 'favorites' | 'collection') =>
    store.shelves.count(id, shelf, { type: 'all' }).then((total) => ({ total }));
  const [history, movies, episodes, viewings, watchlist, favorites, collection, lists, ratings] =
    await Promise.all([
      store.watchedTitles.count(id, 'all'),
      store.watchedTitles.count(id, 'movie'),
      store.watchedTitles.count(id, 'episode'),
      store.statistics.totals(id),
      count('watchlist'),
      count('favorites'),
      count('collection'),
      store.lists.count(id),
      store.ratings.countGrades(id),
    ]);
  const stats = {
    watchlist,
    history: { total: history, movies, episodes },
    lists: { total: lists },
    favorites,
    collection,
    ratings: { total: ratings },
    viewings,
  };
  return c.json({ success: true, user: { id, name, username: name }, stats });
};

const answerActivities: Handler = async (c, { store }) => {
  const last = await store.changes.last(c.get('userId'));
  const times: Record<string, string | null> = {};
  for (const area of AREAS) times[area] = isoTime(last.get(area));
  const all = isoTime(last.size === 0 ? undefined : Math.max(...last.values()));
  return c.json({ success: true, data: { all, ...times } });
};

function isoTime(milliseconds: number | undefined): string | null {
  return milliseconds === undefined ? null : new Date(milliseconds).toISOString();
}

export const profileRoutes: readonly Route[] = [
  route(
    {
      method: 'GET',
      path: '/me',
      summary: 'Who is signed in, and how much they have',
      access: 'read',
      isForExtension: true,
      answer: profileSchema,
    },
    answerProfile,
  ),
  route(
    {
      method: 'GET',
      path: '/sync/last_activities',
      summary: 'When each part of what the person has was changed last',
      access: 'read',
      data: activitiesSchema,
    },
    answerActivities,
  ),
];
