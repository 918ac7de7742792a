import { Hono } from 'hono';
import { notFound } from '../http/api-error';
import { authenticate } from '../http/authenticate';
import { originOf, type Env, type Service } from '../http/environment';
import { channelTitles, findChannel } from '../library/channels';

/** `GET /channels/{id}` (documented) and `GET /channels`, the list of channels (ours). */
export function channelRoutes(service: Service) {
  return new Hono<Env>()
    .get('/channels', authenticate(service, 'read'), (c) =>
      c.json({ success: true, data: { items: channelTitles } }),
    )
    .get('/channels/:id', authenticate(service, 'read'), async (c) => {
      const channel = await findChannel(service, c.req.param('id'), c.get('userId'), originOf(c, service));
      if (channel === undefined) throw notFound('No channel has this id');
      return c.json({ success: true, data: channel });
    });
}
