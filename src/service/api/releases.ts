import { Hono } from 'hono';
import { connectorReportSchema } from '../../protocol/tracker/connector-catalogue';
import { notFound, rateLimited } from '../http/api-error';
import { callerOf, limitKeyOf } from '../http/caller';
import type { Env, Service } from '../http/environment';
import { readBody } from '../http/read-body';
import { currentList } from '../releases/sign-list';

/** Seconds: what a cache between may answer for the service, well below the interval of installations. */
const LIST_AGE = 300;

/** Reports that one network address can send: 20 an hour. */
const REPORTS = { limit: 20, windowMs: 3_600_000 };

/**
 * `GET /connectors/catalogue`, the signed list, and `GET /connectors/catalogue/{sha256}`, the file of a
 * connector, which never changes. Both are public and the same for everybody, so any cache may keep them.
 * `POST /connectors/reports`: which field a version read worse that was put back; from nobody in particular.
 * Ours.
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
    })
    .post('/connectors/reports', async (c) => {
      const key = `connector-report ${limitKeyOf(callerOf(c, service))}`;
      const waitMs = await service.store.limits.take([{ key, ...REPORTS }]);
      if (waitMs > 0) throw rateLimited(`${String(REPORTS.limit)} reports per hour can be sent`, waitMs);
      const report = await readBody(c, connectorReportSchema);
      if (!(await releases.addReport(report))) throw notFound('No connector has this id');
      return c.body(null, 204);
    });
}
