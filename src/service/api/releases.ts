import { Hono } from 'hono';
import { notFound } from '../http/api-error';
import type { Env, Service } from '../http/environment';
import { currentList } from '../releases/sign-list';

/** Seconds: what a cache between may answer for the service, well below the interval of installations. */
const LIST_AGE = 300;

/**
 * `GET /connectors/catalogue`, the signed list, and `GET /connectors/catalogue/{sha256}`, the file of a
 * connector, which never changes. Ours. Both are public and the same for everybody, so any cache may keep
 * them.
 */
export function releaseRoutes(service: Service) {
  const { releases } = service.store;
  return new Hono<Env>()
    .get('/connectors/catalogue', async (c) => {
      const { list, signature, key, sequence } = await currentList({ releases, now: service.now });
      const tag = `"${String(sequence)}"`;
      c.header('ETag', tag);
      c.header('Cache-Control', `public, max-age=${String(LIST_AGE)}`);
      // A proxy that compresses makes the tag a weak one: `W/"7"`.
      if (c.req.header('if-none-match')?.endsWith(tag) === true) return c.body(null, 304);
      return c.json({ success: true, data: { list, signature, key } });
    })
    .get('/connectors/catalogue/:sha256{[0-9a-f]+}', async (c) => {
      const file = await releases.file(c.req.param('sha256'));
      if (file === undefined) throw notFound('No connector has this hash');
      c.header('Cache-Control', 'public, max-age=31536000, immutable');
      return c.body(file, 200, { 'Content-Type': 'application/json' });
    });
}
