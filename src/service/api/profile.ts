import {
  activitiesSchema,
  profileSchema,
  keptCopySchema,
  settingsCopySchema,
  type KeptCopy,
} from '../../protocol/tracker/profile';
import { unauthorized, invalid } from '../http/api-error';
import { AREAS } from '../store/changes';
import { route, type Handler, type Route, OWN } from './route';
import { statisticsSchema } from '../../protocol/tracker/statistics';
import { dayAt, yearOf } from '../../core/library/zoned-time';
import { originOf } from '../http/environment';
import { yearStatistics } from '../library/year-statistics';
import { readBody } from '../http/read-body';
import type { SettingsCopies } from '../store/preferences';
import { saidSiteIdSchema, siteIdStateSchema } from '../../protocol/tracker/site-ids';

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

export const profileRoutes: Route[] = [
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

const answerYear: Handler = async (c, service) => {
  const userId = c.get('userId');
  const zone = await service.store.preferences.zoneOf(userId);
  const text = c.req.query('year');
  if (text !== undefined && !/^(?:19[7-9]\d|2[0-4]\d\d)$/.test(text))
    throw invalid('`year` must be a year from 1970 to 2499');
  const year = text === undefined ? yearOf(dayAt(zone, service.now())) : Number(text);
  const data = await yearStatistics(service, { userId, zone, year, origin: originOf(c, service) });
  return c.json({ success: true, data });
};

/** Statistics of a year in the person's time zone; not in API v1. */
export const statisticsRoute = route(
  {
    method: 'GET',
    path: `${OWN}/statistics`,
    summary: 'A year by month, week and weekday, with streaks and what took the most time',
    access: 'read',
    query: [
      { name: 'year', about: 'This year, when it is absent', schema: { type: 'integer', minimum: 1970 } },
    ],
    data: statisticsSchema,
  },
  answerYear,
);

async function answerOf(settingsCopies: SettingsCopies, userId: string): Promise<KeptCopy> {
  const { content, storedAt } = (await settingsCopies.find(userId)) ?? { content: null, storedAt: null };
  return { content, storedAt: storedAt === null ? null : new Date(storedAt).toISOString() };
}

const find: Handler = async (c, { store: { settingsCopies } }) =>
  c.json({ success: true, data: await answerOf(settingsCopies, c.get('userId')) });

const keep: Handler = async (c, { store: { settingsCopies } }) => {
  const { content } = await readBody(c, settingsCopySchema);
  if (content === null) await settingsCopies.remove(c.get('userId'));
  else await settingsCopies.keep(c.get('userId'), content);
  return c.json({ success: true, data: await answerOf(settingsCopies, c.get('userId')) });
};

const path = `${OWN}/settings-copy`;

/** A copy of an extension's settings, kept here in case the browser loses them; not in API v1. */
export const settingsCopyRoutes: Route[] = [
  route(
    {
      method: 'GET',
      path,
      summary: 'Read the copy that an extension keeps of its settings',
      access: 'read',
      isForExtension: true,
      data: keptCopySchema,
    },
    find,
  ),
  route(
    {
      method: 'POST',
      path,
      summary: 'Keep a copy of the settings of an extension, or remove it',
      access: 'write',
      isForExtension: true,
      body: settingsCopySchema,
      data: keptCopySchema,
    },
    keep,
  ),
];

const say: Handler = async (c, { store: { siteIds } }) => {
  const { type, tmdbId, ...said } = await readBody(c, saidSiteIdSchema);
  const work = `${type === 'movie' ? 'movie' : 'tv'}/${String(tmdbId)}`;
  if (tmdbId === null) await siteIds.takeBack(c.get('userId'), said);
  else await siteIds.say(c.get('userId'), said, work);
  const works = await siteIds.works(said);
  return c.json({ success: true, data: { agreed: works.length <= 1 } });
};

/**
 * A person states which work a site's own id means. The statement counts for everybody on this tracker. Not
 * in API v1.
 */
export const siteIdRoute = route(
  {
    method: 'POST',
    path: `${OWN}/site-ids`,
    summary: 'Say which work a site means by an id in its addresses, or take that back',
    access: 'write',
    isForExtension: true,
    body: saidSiteIdSchema,
    data: siteIdStateSchema,
  },
  say,
);
