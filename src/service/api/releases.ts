import * as z from 'zod/mini';
import { connectorReportSchema, signedListSchema } from '../../protocol/tracker/connector-catalogue';
import { submittedCasesSchema } from '../../protocol/tracker/connector-submission';
import { notFound, rateLimited } from '../http/api-error';
import { callerOf, limitKeyOf } from '../http/caller';
import { readBody } from '../http/read-body';
import { currentList } from '../releases/sign-list';
import { route, type Handler, type Route } from './route';

/** Seconds: what a cache between may answer for the service, well below the interval of installations. */
const LIST_AGE = 300;

/** Reports that one network address can send: 20 an hour. */
const REPORTS = { limit: 20, windowMs: 3_600_000 };

/** The signed list: the same for everybody, so any cache may keep it. */
const answerList: Handler = async (c, { store: { releases }, now }) => {
  const { list, signature, key, sequence } = await currentList({ releases, now });
  const tag = `"${String(sequence)}"`;
  c.header('ETag', tag);
  c.header('Cache-Control', `public, max-age=${String(LIST_AGE)}`);
  // A proxy that compresses makes the tag a weak one: `W/"7"`.
  if (c.req.header('if-none-match')?.endsWith(tag) === true) return c.body(null, 304);
  return c.json({ success: true, data: { list, signature, key } });
};

/** The file of a connector, which never changes. */
const answerFile: Handler = async (c, { store: { releases } }) => {
  const file = await releases.file(c.req.param('sha256') ?? '');
  if (file === undefined) throw notFound('No connector has this hash');
  c.header('Cache-Control', 'public, max-age=31536000, immutable');
  return c.body(file, 200, { 'Content-Type': 'application/json' });
};

/** Which field a version read worse that was put back; from nobody in particular. */
const takeReport: Handler = async (c, service) => {
  const key = `connector-report ${limitKeyOf(callerOf(c, service))}`;
  const waitMs = await service.store.limits.take([{ key, ...REPORTS }]);
  if (waitMs > 0) throw rateLimited(`${String(REPORTS.limit)} reports per hour can be sent`, waitMs);
  const report = await readBody(c, connectorReportSchema);
  if (!(await service.store.releases.addReport(report))) throw notFound('No connector has this id');
  return c.body(null, 204);
};

/** The catalogue of connectors: ours, and outside of our namespace because installations have its address. */
export const releaseRoutes: readonly Route[] = [
  route(
    {
      method: 'GET',
      path: '/connectors/catalogue',
      summary: 'The signed list of published connectors',
      isOurs: true,
      access: 'public',
      data: signedListSchema,
      mayBeUnchanged: true,
    },
    answerList,
  ),
  route(
    {
      method: 'GET',
      path: '/connectors/catalogue/:sha256{[0-9a-f]+}',
      summary: 'A published connector with its cases',
      isOurs: true,
      access: 'public',
      answer: z.object({
        definition: z.record(z.string(), z.unknown()),
        cases: submittedCasesSchema,
      }),
      refusals: [404],
    },
    answerFile,
  ),
  route(
    {
      method: 'POST',
      path: '/connectors/reports',
      summary: 'The field that a published connector has read worse than the one before',
      isOurs: true,
      access: 'public',
      body: connectorReportSchema,
      refusals: [404, 429],
    },
    takeReport,
  ),
];
