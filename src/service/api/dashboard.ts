import { Hono, type Context } from 'hono';
import type { Dashboard, WidgetData } from '../../protocol/tracker/dashboard';
import type { ListItem } from '../../protocol/tracker/list-item';
import { authenticate } from '../http/authenticate';
import { originOf, type Env, type Service } from '../http/environment';
import { channelTitles } from '../library/channels';
import { nameMedia } from '../library/name-media';
import { toListItem } from '../library/session-records';
import { upNext } from '../library/up-next';
import type { SessionRow } from '../store/sessions';

const WEEK_MS = 7 * 24 * 3600 * 1000;
const RECENT_LIMIT = 20;

type WidgetReader = (service: Service, userId: string, origin: string) => ListItem[] | Promise<ListItem[]>;

interface Widget {
  readonly type: 'list' | 'channels';
  readonly title: string;
  readonly read: WidgetReader;
}

/** The widgets in the order of the dashboard, by id. */
const WIDGETS: Readonly<Record<string, Widget>> = {
  'up-next': { type: 'list', title: 'Up next', read: upNext },
  'recently-watched': { type: 'list', title: 'Recently watched', read: recentlyWatched },
  'this-week': { type: 'list', title: 'This week', read: watchedThisWeek },
  channels: { type: 'channels', title: 'Channels', read: listChannels },
};

/** `GET /dashboard` (documented) and the data of its widgets (ours). */
export function dashboardRoutes(service: Service) {
  const routes = new Hono<Env>();
  routes.get('/dashboard', authenticate(service, 'read'), async (c) =>
    c.json({ success: true, data: await describeDashboard(service, originOf(c, service)) }),
  );
  for (const [id, { read }] of Object.entries(WIDGETS))
    routes.get(`/dashboard/${id}`, authenticate(service, 'read'), (c) => answerWidget(c, service, read));
  return routes;
}

async function describeDashboard({ filmDatabase }: Service, origin: string): Promise<Dashboard> {
  const widgets = Object.entries(WIDGETS).map(([id, { type, title }]) => ({
    id,
    type,
    title,
    apiUrl: `${origin}/api/v1/dashboard/${id}`,
  }));
  const isFew = (await filmDatabase.origin()) === undefined;
  return isFew ? { widgets, fewTitles: `${origin}/film-database` } : { widgets };
}

async function answerWidget(c: Context<Env>, service: Service, read: WidgetReader) {
  const data: WidgetData = { items: await read(service, c.get('userId'), originOf(c, service)) };
  return c.json({ success: true, data });
}

async function recentlyWatched(service: Service, userId: string, origin: string): Promise<ListItem[]> {
  return toItems(service, await service.store.sessions.watched(userId, { limit: RECENT_LIMIT }), origin);
}

async function watchedThisWeek(service: Service, userId: string, origin: string): Promise<ListItem[]> {
  const since = service.now() - WEEK_MS;
  return toItems(service, await service.store.sessions.watchedSince(userId, since), origin);
}

async function toItems(service: Service, rows: SessionRow[], origin: string): Promise<ListItem[]> {
  return (await nameMedia(service, rows)).map((row) => toListItem(row, origin));
}

function listChannels(_service: Service, _userId: string, origin: string): ListItem[] {
  return channelTitles.map(({ id, title, description }) => ({
    type: 'channel',
    title,
    subtitle: description,
    channelId: id,
    url: `${origin}/channels/${id}`,
  }));
}
