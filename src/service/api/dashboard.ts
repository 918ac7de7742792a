import { Hono, type Context } from 'hono';
import type { Dashboard, ListItem, WidgetData } from '../../protocol/tracker';
import { channelTitles } from '../channels';
import { authenticate } from '../http/authenticate';
import { originOf, type Env, type Service } from '../http/environment';
import { toListItem } from '../media-view';
import { nameMedia } from '../name-media';
import { upNext } from '../up-next';

const weekMs = 7 * 24 * 3600 * 1000;

/** `GET /dashboard` (documented) and what its widgets' `apiUrl`s answer (ours). */
export function dashboardRoutes(service: Service) {
  const { playback } = service.store;
  const read = authenticate(service, 'read');
  const answer = (c: Context<Env>, items: ListItem[]) =>
    c.json({ success: true, data: { items } satisfies WidgetData });
  return new Hono<Env>()
    .get('/dashboard', read, (c) => {
      const at = `${originOf(c, service)}/api/v1/dashboard`;
      return c.json({
        success: true,
        data: {
          widgets: [
            { id: 'up-next', type: 'list', title: 'Up next', apiUrl: `${at}/up-next` },
            {
              id: 'recently-watched',
              type: 'list',
              title: 'Recently watched',
              apiUrl: `${at}/recently-watched`,
            },
            { id: 'this-week', type: 'list', title: 'This week', apiUrl: `${at}/this-week` },
            { id: 'channels', type: 'channels', title: 'Channels', apiUrl: `${at}/channels` },
          ],
        } satisfies Dashboard,
      });
    })
    .get('/dashboard/up-next', read, async (c) =>
      answer(c, await upNext(service, c.get('userId'), originOf(c, service))),
    )
    .get('/dashboard/recently-watched', read, async (c) => {
      const rows = await nameMedia(service, playback.history(c.get('userId'), 20, 0));
      return answer(
        c,
        rows.map((row) => toListItem(row, originOf(c, service))),
      );
    })
    .get('/dashboard/this-week', read, async (c) => {
      const rows = await nameMedia(service, playback.historySince(c.get('userId'), service.now() - weekMs));
      return answer(
        c,
        rows.map((row) => toListItem(row, originOf(c, service))),
      );
    })
    .get('/dashboard/channels', read, (c) =>
      answer(
        c,
        channelTitles.map(({ id, title, description }) => ({
          type: 'channel',
          title,
          subtitle: description,
          channelId: id,
          url: `${originOf(c, service)}/channels/${id}`,
        })),
      ),
    );
}
