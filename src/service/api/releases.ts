import * as z from 'zod/mini';
import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import {
  connectorReportSchema,
  mirroredListsSchema,
  signedListSchema,
} from '../../protocol/tracker/connector-catalogue';
import { submittedCasesSchema } from '../../protocol/tracker/connector-submission';
import { type Env, type Service, callerOf, limitKeyOf } from '../http/environment';
import { notFound, rateLimited } from '../http/api-error';
import { readBody } from '../http/read-body';
import { mirroredItems } from '../releases/mirror-lists';
import { packagedDefinition, currentList } from '../releases/sign-list';
import type { Store } from '../store/store';
import { route, type Handler, type Route } from './route';

/**
 * Seconds for which a cache between client and service may answer: well below the interval of installations.
 */
const LIST_AGE = 300;

/** Limit on reports from one network address: 20 an hour. */
const REPORTS = { limit: 20, windowMs: 3_600_000 };

/** Answers with the signed list. It is the same for everybody, so any cache may keep it. */
const answerList: Handler = async (c, { store: { releases }, now }) => {
  const { list, signature, key, sequence } = await currentList({ releases, now });
  const tag = `"${String(sequence)}"`;
  c.header('ETag', tag);
  c.header('Cache-Control', `public, max-age=${String(LIST_AGE)}`);
  // A compressing proxy turns the tag into a weak one (`W/"7"`), so only the end is compared.
  if (c.req.header('if-none-match')?.endsWith(tag) === true) return c.body(null, 304);
  return c.json({ success: true, data: { list, signature, key } });
};

/** Answers with the file of a connector, which never changes. */
const answerFile: Handler = async (c, { store: { releases } }) => {
  const file = await releases.file(c.req.param('sha256') ?? '');
  if (file === undefined) throw notFound('No connector has this hash');
  c.header('Cache-Control', 'public, max-age=31536000, immutable');
  return c.body(file, 200, { 'Content-Type': 'application/json' });
};

/**
 * Takes an anonymous report about a field that is read worse on a site. Of the sender, only a keyed hash
 * (HMAC) of the network address and the site is stored, so that one household counts once per site.
 */
const takeReport: Handler = async (c, service) => {
  const network = limitKeyOf(callerOf(c, service));
  const waitMs = await service.store.limits.take([{ key: `connector-report ${network}`, ...REPORTS }]);
  if (waitMs > 0) throw rateLimited(`${String(REPORTS.limit)} reports per hour can be sent`, waitMs);
  const report = await readBody(c, connectorReportSchema);
  if (!(await isKnown(service.store, report.site))) throw notFound('No connector has this id');
  const hash = createHmac('sha256', await service.store.posterKey()).update(`${report.site} ${network}`);
  await service.store.connectorReports.add(report, hash.digest('base64url').slice(0, 16));
  return c.body(null, 204);
};

/** Whether the connector is published here, in a mirrored public list, or in the package. */
async function isKnown({ releases, publicLists }: Store, id: string): Promise<boolean> {
  if (await releases.isPublished(id)) return true;
  if ((await publicLists.all()).some(({ connectors }) => connectors.includes(id))) return true;
  return (await packagedDefinition(id)) !== undefined;
}

/** Answers with the public lists that this tracker mirrors. */
const answerLists: Handler = async (c, { store: { publicLists } }) => {
  c.header('Cache-Control', `public, max-age=${String(LIST_AGE)}`);
  return c.json({ success: true, data: { items: mirroredItems(await publicLists.all()) } });
};

/**
 * Answers with a file of a mirrored list, byte for byte. Files with a number or a hash in their name never
 * change.
 */
async function answerListFile(
  c: Context<Env>,
  { store: { publicLists } }: Service,
  name: string,
): Promise<Response> {
  const body = await publicLists.file(c.req.param('list') ?? '', name);
  if (body === undefined) throw notFound('This list has no such file');
  const isFixed = name !== 'timestamp.json';
  c.header('Cache-Control', isFixed ? 'public, max-age=31536000, immutable' : 'public, max-age=300');
  return c.body(body, 200, { 'Content-Type': 'application/json' });
}

/**
 * The catalogue of connectors. It is not in API v1, but outside of `/matinee`, because installations already
 * use these addresses.
 */
export const releaseRoutes: Route[] = [
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
      summary: 'The field that a connector reads worse than before, or not at all',
      isOurs: true,
      access: 'public',
      body: connectorReportSchema,
      refusals: [404, 429],
    },
    takeReport,
  ),
  route(
    {
      method: 'GET',
      path: '/connectors/lists',
      summary: 'The public lists of connectors that this tracker mirrors',
      isOurs: true,
      access: 'public',
      data: mirroredListsSchema,
    },
    answerLists,
  ),
  route(
    {
      method: 'GET',
      path: '/connectors/lists/:list{[0-9a-f]+}/:name{[0-9a-z.-]+}',
      summary: 'A file of a mirrored list',
      isOurs: true,
      access: 'public',
      answer: z.record(z.string(), z.unknown()),
      refusals: [404],
    },
    (c, service) => answerListFile(c, service, c.req.param('name') ?? ''),
  ),
  route(
    {
      method: 'GET',
      path: '/connectors/lists/:list{[0-9a-f]+}/targets/:name{[0-9a-z.-]+}',
      summary: 'The file of a connector of a mirrored list',
      isOurs: true,
      access: 'public',
      answer: z.record(z.string(), z.unknown()),
      refusals: [404],
    },
    (c, service) => answerListFile(c, service, `targets/${c.req.param('name') ?? ''}`),
  ),
];
