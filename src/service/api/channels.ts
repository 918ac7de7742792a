import { Hono } from 'hono';
import { notFound } from '../http/api-error';
import { authenticate } from '../http/authenticate';
import { originOf, type Env, type Service } from '../http/environment';
import { CHANNELS, findChannel } from '../library/channels';
import { wordsFor } from './words-for';

/** `GET /channels/{id}` (documented) and `GET /channels`, the list of channels (ours). */
export function channelRoutes(service: Service) {
  return new Hono<Env>()
    .get('/channels', authenticate(service, 'read'), async (c) => {
      const words = await wordsFor(c, service);
      const items = CHANNELS.map(({ id, title, about }) => ({
        id,
        title: words.text(title),
        description: words.text(about),
      }));
      return c.json({ success: true, data: { items } });
    })
    .get('/channels/:id', authenticate(service, 'read'), async (c) => {
      const reader = {
        userId: c.get('userId'),
        origin: originOf(c, service),
        words: await wordsFor(c, service),
      };
      const channel = await findChannel(service, c.req.param('id'), reader);
      if (channel === undefined) throw notFound('No channel has this id');
      return c.json({ success: true, data: channel });
    });
}
