import { Hono, type Context } from 'hono';
import { defined } from '../../core/values/defined';
import type { Dashboard, WidgetData } from '../../protocol/tracker/dashboard';
import type { ListItem } from '../../protocol/tracker/list-item';
import { authenticate } from '../http/authenticate';
import { originOf, type Env, type Service } from '../http/environment';
import { CHANNELS } from '../library/channels';
import { nameMedia } from '../library/name-media';
import { toListItem } from '../library/session-records';
import { upNext } from '../library/up-next';
import type { SessionRow } from '../store/sessions';
import type { TextKey } from '../texts/languages';
import type { Reader } from '../library/reader';
import { wordsFor } from './words-for';

const WEEK_MS = 7 * 24 * 3600 * 1000;
const RECENT_LIMIT = 20;

type WidgetReader = (service: Service, reader: Reader) => ListItem[] | Promise<ListItem[]>;

interface Widget {
  readonly type: 'list' | 'channels';
  readonly title: TextKey;
  readonly read: WidgetReader;
}

/** The widgets in the order of the dashboard, by id. */
const WIDGETS: Readonly<Record<string, Widget>> = {
  'up-next': { type: 'list', title: 'up_next', read: readUpNext },
  'recently-watched': { type: 'list', title: 'recently_watched', read: recentlyWatched },
  'this-week': { type: 'list', title: 'this_week', read: watchedThisWeek },
  channels: { type: 'channels', title: 'channels', read: listChannels },
};

/** `GET /dashboard` (documented) and the data of its widgets (ours). */
export function dashboardRoutes(service: Service) {
  const routes = new Hono<Env>();
  routes.get('/dashboard', authenticate(service, 'read'), async (c) =>
    c.json({ success: true, data: await describeDashboard(service, await readerOf(c, service)) }),
  );
  for (const [id, { read }] of Object.entries(WIDGETS))
    routes.get(`/dashboard/${id}`, authenticate(service, 'read'), (c) => answerWidget(c, service, read));
  return routes;
}

async function readerOf(c: Context<Env>, service: Service): Promise<Reader> {
  return { userId: c.get('userId'), origin: originOf(c, service), words: await wordsFor(c, service) };
}

async function describeDashboard(
  { knowsFewTitles, store }: Service,
  { userId, origin, words }: Reader,
): Promise<Dashboard> {
  const widgets = Object.entries(WIDGETS).map(([id, { type, title }]) => ({
    id,
    type,
    title: words.text(title),
    apiUrl: `${origin}/api/v1/dashboard/${id}`,
  }));
  const isFew = await knowsFewTitles();
  const userName = await store.users.nameOf(userId);
  const fewTitles = isFew ? `${origin}/film-database` : undefined;
  return { widgets, ...defined({ userName, fewTitles }) };
}

async function answerWidget(c: Context<Env>, service: Service, read: WidgetReader) {
  const data: WidgetData = { items: await read(service, await readerOf(c, service)) };
  return c.json({ success: true, data });
}

function readUpNext(service: Service, reader: Reader): Promise<ListItem[]> {
  return upNext(service, reader);
}

async function recentlyWatched(service: Service, reader: Reader): Promise<ListItem[]> {
  const rows = await service.store.sessions.watched(reader.userId, { limit: RECENT_LIMIT });
  return toItems(service, rows, reader);
}

async function watchedThisWeek(service: Service, reader: Reader): Promise<ListItem[]> {
  const since = service.now() - WEEK_MS;
  return toItems(service, await service.store.sessions.watchedSince(reader.userId, since), reader);
}

async function toItems(service: Service, rows: SessionRow[], { origin, words }: Reader): Promise<ListItem[]> {
  return (await nameMedia(service, rows)).map((row) => toListItem(row, origin, words));
}

function listChannels(_service: Service, { origin, words }: Reader): ListItem[] {
  return CHANNELS.map(({ id, title, about }) => ({
    type: 'channel',
    title: words.text(title),
    subtitle: words.text(about),
    channelId: id,
    url: `${origin}/channels/${id}`,
  }));
}
