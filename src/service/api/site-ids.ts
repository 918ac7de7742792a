import { Hono } from 'hono';
import { saidSiteIdSchema } from '../../protocol/tracker/site-ids';
import { authenticate } from '../http/authenticate';
import type { Env, Service } from '../http/environment';
import { readBody } from '../http/read-body';

/** `PUT /media/site-ids`: which work a person says a site's own id means; for everybody on this tracker. Ours. */
export function siteIdRoutes(service: Service) {
  const { siteIds } = service.store;
  return new Hono<Env>().put('/media/site-ids', authenticate(service, 'write'), async (c) => {
    const { type, tmdbId, ...said } = await readBody(c, saidSiteIdSchema);
    const work = `${type === 'movie' ? 'movie' : 'tv'}/${String(tmdbId)}`;
    if (tmdbId === null) await siteIds.takeBack(c.get('userId'), said);
    else await siteIds.say(c.get('userId'), said, work);
    const works = await siteIds.works(said);
    return c.json({ success: true, data: { agreed: works.length <= 1 } });
  });
}
