import type { Context } from 'hono';
import { defined } from '../../core/values/defined';
import {
  dashboardSchema,
  widgetItemSchema,
  widgetTypeSchema,
  type Dashboard,
  type WidgetItem,
  type WidgetType,
  channelBriefSchema,
  channelDetailsSchema,
  channelTypes,
} from '../../protocol/tracker/widgets';
import { invalid, notFound } from '../http/api-error';
import type { Env, Service } from '../http/environment';
import { channelList, channelSources, channelDetails } from '../library/channel-lists';
import { toMediaItems } from '../library/media-item';
import type { Reader } from '../library/media-records';
import {
  openSessions,
  recentlyWatched,
  upcomingEpisodes,
  upcomingFilms,
  upNextEpisodes,
  type Slice,
  type Sliced,
} from '../library/widgets';
import type { TextKey } from '../texts/words';
import { answerPage, readChoice, readerOf, readPage } from './parameters';
import { route, type Handler, type Route } from './route';

type WidgetReader = (service: Service, reader: Reader, slice: Slice) => Promise<Sliced<WidgetItem>>;

/** The reader for each type of widget except `list`. */
const READERS: Readonly<Record<Exclude<WidgetType, 'list'>, WidgetReader>> = {
  up_next: upNextEpisodes,
  continue_watching: (service, reader, slice) => openSessions(service, reader, 'all', slice),
  active_movie_scrobbles: (service, reader, slice) => openSessions(service, reader, 'movie', slice),
  active_tv_scrobbles: (service, reader, slice) => openSessions(service, reader, 'episode', slice),
  recent_watchlist: recentWatchlist,
  upcoming_releases: upcomingFilms,
  upcoming_schedule: upcomingEpisodes,
  recently_watched: recentlyWatched,
  channels: listChannels,
};

/** The widgets of the dashboard in their order. One for each list of the person follows. */
const WIDGETS: (readonly [type: WidgetType, title: TextKey])[] = [
  ['up_next', 'up_next'],
  ['continue_watching', 'continue_watching'],
  ['recent_watchlist', 'watchlist'],
  ['upcoming_schedule', 'upcoming_episodes'],
  ['upcoming_releases', 'upcoming_films'],
  ['recently_watched', 'recently_watched'],
  ['channels', 'channels'],
];

/** Maximum number of lists with a widget of their own. */
const LIST_LIMIT = 5;

const answerDashboard: Handler = async (c, service) =>
  c.json({ success: true, data: await describeDashboard(service, await readerOf(c, service)) });

async function describeDashboard({ store }: Service, { userId, words }: Reader): Promise<Dashboard> {
  const lists = await store.lists.list(userId, { limit: LIST_LIMIT, offset: 0 });
  const widgets = [
    ...WIDGETS.map(([type, title]) => toWidget(type, words.text(title), {})),
    ...lists.map(({ id, name }) => toWidget('list', name, { listId: id })),
  ];
  const userName = await store.users.nameOf(userId);
  return { widgets, filters: [], ...defined({ userName }) };
}

function toWidget(type: WidgetType, title: string, props: Readonly<Record<string, string>>) {
  const query = new URLSearchParams({ type, ...props });
  return {
    id: `${type}-${props['listId'] ?? '1'}`,
    type,
    title,
    props,
    apiUrl: `/api/v1/dashboard/widget?${query.toString()}`,
  };
}

const answerWidget: Handler = async (c, service) => {
  const page = readPage(c);
  if (c.req.query('type') === undefined) throw invalid('`type` is required');
  const type = readChoice(c, 'type', widgetTypes);
  const reader = await readerOf(c, service);
  const found =
    type === 'list' ? await readList(c, service, reader, page) : await READERS[type](service, reader, page);
  return answerPage(c, page, found);
};

const widgetTypes = widgetTypeSchema.options as [WidgetType, ...WidgetType[]];

async function readList(c: Context<Env>, service: Service, reader: Reader, slice: Slice) {
  const id = c.req.query('listId') ?? '';
  if (id === '') throw invalid('`listId` is required for a widget of the type "list"');
  const found = await channelList(service, id, reader, slice);
  if (found === undefined) throw notFound('No list has this id');
  return found;
}

async function recentWatchlist(service: Service, reader: Reader, slice: Slice) {
  const { shelves } = service.store;
  const part = { type: 'all', sort: 'addedAt:desc', ...slice } as const;
  const rows = await shelves.list(reader.userId, 'watchlist', part);
  const media = await toMediaItems(service, rows, reader, slice.isMinimal);
  const items = media.map((item, index) => {
    const { priority = null, notes = null, addedAt = 0 } = rows[index] ?? {};
    return { ...item, priority, notes, addedAt: new Date(addedAt).toISOString() };
  });
  return { items, total: await shelves.count(reader.userId, 'watchlist', part) };
}

/** The channels as a widget. API v1 does not document this widget. */
async function listChannels(service: Service, reader: Reader, { limit, offset }: Slice) {
  const sources = await channelSources(service, reader);
  const items = sources.slice(offset, offset + limit).map(({ brief: { id, info, url } }): WidgetItem => ({
    type: 'channel',
    id,
    channelId: id,
    title: info.title,
    subtitle: info.plot,
    url,
  }));
  return { items, total: sources.length };
}

export const dashboardRoutes: Route[] = [
  route(
    {
      method: 'GET',
      path: '/dashboard',
      summary: 'The widgets of the dashboard',
      access: 'read',
      isForExtension: true,
      data: dashboardSchema,
    },
    answerDashboard,
  ),
  route(
    {
      method: 'GET',
      path: '/dashboard/widget',
      summary: 'The entries of a widget',
      access: 'read',
      isForExtension: true,
      query: [
        {
          name: 'type',
          about: 'Of the widget; `recently_watched` and `channels` are ours',
          schema: { type: 'string', enum: widgetTypes },
          isRequired: true,
        },
        { name: 'listId', about: 'Required for a widget of the type `list`', schema: { type: 'string' } },
      ],
      page: widgetItemSchema,
      refusals: [404],
    },
    answerWidget,
  ),
];

const SCOPES: (string | undefined)[] = [undefined, '', 'mine', 'following'];

/**
 * Lists the channels. `scope=following` is empty: everybody with an account sees all channels, so nobody
 * follows one.
 */
const answerChannels: Handler = async (c, service) => {
  const page = readPage(c);
  const { type, scope } = c.req.query();
  const isType = (text: string) => channelTypes.some((one) => one === text);
  if (type && !isType(type)) throw invalid(`\`type\` must be one of ${channelTypes.join(', ')}`);
  if (!SCOPES.includes(scope)) throw invalid('`scope` must be "mine" or "following"');
  const userId = c.get('userId');
  const sources = (await channelSources(service, await readerOf(c, service))).filter(
    (channel) =>
      (!type || channel.type === type) &&
      (!scope || (scope === 'mine' && channel.brief.owner?.id === userId)),
  );
  const items = sources.slice(page.offset, page.offset + page.limit).map(({ brief }) => brief);
  return answerPage(c, page, { items, total: sources.length });
};

const answerChannel: Handler = async (c, service) => {
  const channel = await channelDetails(service, c.req.param('id') ?? '', await readerOf(c, service));
  if (channel === undefined) throw notFound('No channel has this id');
  return c.json({ success: true, data: channel });
};

export const channelRoutes: Route[] = [
  route(
    {
      method: 'GET',
      path: '/channels',
      summary: 'The channels: open films, the series of the person, and people with public lists',
      access: 'read',
      isForExtension: true,
      query: [
        { name: 'type', about: 'Only these', schema: { type: 'string', enum: channelTypes } },
        {
          name: 'scope',
          about: 'Only the own one; nobody follows a channel',
          schema: { type: 'string', enum: ['mine', 'following'] },
        },
      ],
      page: channelBriefSchema,
    },
    answerChannels,
  ),
  route(
    {
      method: 'GET',
      path: '/channels/:id',
      summary: 'A channel with its lists; their entries are at `/lists/{id}/items`',
      access: 'read',
      isForExtension: true,
      data: channelDetailsSchema,
      refusals: [404],
    },
    answerChannel,
  ),
];
