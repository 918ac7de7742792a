import { Hono, type Context } from 'hono';
import { ratingInputSchema, type RatingsPage } from '../../protocol/tracker/corrections';
import { authenticate } from '../http/authenticate';
import { originOf, type Env, type Service } from '../http/environment';
import { mediaQuery, toMediaIds } from '../http/media-reference';
import { pageQuery } from '../http/page-query';
import { readBody } from '../http/read-body';
import { nameMedia } from '../library/name-media';
import { toMediaRecord, toRating } from '../library/session-records';

/** Ours: `PUT /ratings`, the rating of a film or an episode, and `GET /ratings`, the one rated last first. */
export function ratingRoutes(service: Service) {
  const { ratings } = service.store;
  return new Hono<Env>()
    .get('/ratings', authenticate(service, 'read'), async (c) =>
      c.json({ success: true, data: await readRatings(c, service) }),
    )
    .put('/ratings', authenticate(service, 'write'), async (c) => {
      const { rating, ...reference } = await readBody(c, ratingInputSchema);
      const origin = originOf(c, service);
      const ratedAt = service.now();
      const stored = await ratings.set(c.get('userId'), toMediaIds(reference), rating, ratedAt);
      const [media = stored] = await nameMedia(service, [stored]);
      const data =
        rating === null
          ? { media: toMediaRecord(media, origin), rating }
          : toRating({ ...media, rating, ratedAt }, origin);
      return c.json({ success: true, data });
    });
}

async function readRatings(c: Context<Env>, service: Service): Promise<RatingsPage> {
  const { limit, offset } = pageQuery(c);
  const media = mediaQuery(c);
  const { ratings } = service.store;
  const userId = c.get('userId');
  const rows = await nameMedia(service, await ratings.list(userId, { limit, offset, media }));
  const items = rows.map((row) => toRating(row, originOf(c, service)));
  return { items, total: await ratings.count(userId, media), limit, offset };
}
