import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import * as z from 'zod/mini';
import { defined } from '../../core/values/defined';
import { checkImportedDefinition } from '../../protocol/definition/check-imported';
import type { Problem } from '../../protocol/definition/problem';
import { connectorSubmissionSchema } from '../../protocol/tracker/connector-submission';
import {
  approvedConnectorSchema,
  connectorRecordSchema,
  connectorStatusSchema,
  type ConnectorRecord,
  type ConnectorStatus,
} from '../../protocol/tracker/connectors';
import { ownDefinition, universalSelector } from '../../protocol/tracker/extractors';
import { addRateLimit, invalid, notFound, rateLimited } from '../http/api-error';
import { originOf, type Env, type Service } from '../http/environment';
import { readBody } from '../http/read-body';
import { submissionLimit, type ConnectorRow } from '../store/connectors';
import { OWN, route, type Handler, type Route } from './route';

const submit: Handler = async (c, service) => {
  const { connectors } = service.store;
  const submission = await readBody(c, connectorSubmissionSchema);
  await requireDefinition(c, service, submission.definition);
  const result = await connectors.submit(c.get('userId'), submission);
  addRateLimit(c, await connectors.submissionsLeft(c.get('userId')));
  if ('waitMs' in result)
    throw rateLimited(`${String(submissionLimit)} connectors per hour can be submitted`, result.waitMs);
  return c.json({ success: true, data: toRecord(result, originOf(c, service)) }, 201);
};

/**
 * Throws 400 if the definition is refused. Documented: it needs `extractors` without a universal selector. A
 * definition in Matinee's own format, in `matinee` or without extractors, must also pass the workbench's
 * check. That check takes up to 200 ms, so refused definitions are rate-limited too.
 */
async function requireDefinition(
  c: Context<Env>,
  service: Service,
  definition: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { extractors } = definition;
  const isEmpty = extractors === undefined || Object.keys(extractors as object).length === 0;
  if (universalSelector(extractors)) throw invalid('`definition.extractors` must not select everything');
  const own = ownDefinition(definition);
  if (own === undefined) {
    if (isEmpty) throw invalid('`definition.extractors` is required');
    return;
  }
  const refusals = [
    { key: `refused-definition ${c.get('userId')}`, limit: REFUSAL_LIMIT, windowMs: 60 * 60_000 },
  ];
  const waitMs = await service.store.limits.take(refusals);
  if (waitMs > 0) throw rateLimited(`${String(REFUSAL_LIMIT)} definitions per hour can be refused`, waitMs);
  const parsed = checkImportedDefinition(own);
  if (parsed.ok) return service.store.limits.giveBack(refusals);
  throw invalid(problemText(parsed.problems[0]));
}

function problemText({ path, message }: Partial<Problem> = {}): string {
  const place = path ? `definition.${path}` : 'definition';
  return `\`${place.slice(0, 160)}\` ${(message ?? 'is invalid').slice(0, 300)}`;
}

/** Number of definitions of one person that can be refused per hour. */
const REFUSAL_LIMIT = 30;

/** Seconds for which a cache between client and service may answer. */
const LIST_AGE = 300;

/** Answers with the accepted connectors, but not with the people who submitted them. */
const answerApproved: Handler = async (c, { store: { connectors } }) => {
  const rows = await connectors.withStatus('accepted');
  const data = rows.map(({ id, name, domains, definition, reviewedAt, submittedAt }) => {
    const updatedAt = new Date(reviewedAt ?? submittedAt).toISOString();
    return { id, name, domains, definition, updatedAt };
  });
  const tag = `"${createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 27)}"`;
  c.header('ETag', tag);
  c.header('Cache-Control', `public, max-age=${String(LIST_AGE)}`);
  // A compressing proxy turns the tag into a weak one (`W/"…"`), so only the end is compared.
  if (c.req.header('if-none-match')?.endsWith(tag) === true) return c.body(null, 304);
  return c.json({ success: true, data });
};

const answerOwn: Handler = async (c, service) => {
  const status = statusQuery(c);
  const visible = await service.store.connectors.visibleTo(c.get('userId'));
  const items = visible
    .filter((row) => status === undefined || row.status === status)
    .map((row) => toRecord(row, originOf(c, service)));
  return c.json({ success: true, data: { items } });
};

const answerOne: Handler = async (c, service) => {
  const row = await service.store.connectors.find(c.req.param('id') ?? '');
  const isVisible = row !== undefined && (row.status === 'accepted' || row.userId === c.get('userId'));
  if (!isVisible) throw notFound('No connector has this id');
  const record = toRecord(row, originOf(c, service));
  return c.json({ success: true, data: { ...record, definition: row.definition } });
};

function statusQuery(c: Context): ConnectorStatus | undefined {
  const query = c.req.query('status');
  if (query === undefined) return undefined;
  const status = connectorStatusSchema.safeParse(query);
  if (!status.success) throw invalid('`status` must be "pending", "accepted" or "refused"');
  return status.data;
}

function toRecord(row: ConnectorRow, origin: string): ConnectorRecord {
  const { id, name, domains, status, submittedAt, reviewedAt, note } = row;
  return defined({
    id,
    name,
    domains,
    status,
    submittedAt: new Date(submittedAt).toISOString(),
    url: `${origin}/connectors#connector-${id}`,
    reviewedAt: reviewedAt === null ? undefined : new Date(reviewedAt).toISOString(),
    note: note ?? undefined,
  });
}

const list = (item: z.ZodMiniType) => z.object({ items: z.array(item) });

export const connectorRoutes: Route[] = [
  route(
    {
      method: 'GET',
      path: '/connectors',
      summary: 'The accepted connectors with their definitions, newest first',
      access: 'public',
      data: z.array(approvedConnectorSchema),
      mayBeUnchanged: true,
    },
    answerApproved,
  ),
  route(
    {
      method: 'POST',
      path: '/connectors/submit',
      summary: 'Submit a connector for review; 5 in an hour',
      access: 'write',
      isForExtension: true,
      body: connectorSubmissionSchema,
      data: connectorRecordSchema,
      success: 201,
      ours: ['cases'],
      refusals: [429],
    },
    submit,
  ),
  route(
    {
      method: 'GET',
      path: `${OWN}/connectors`,
      summary: 'The person’s own connectors and all accepted ones, newest first',
      access: 'read',
      isForExtension: true,
      query: [
        {
          name: 'status',
          about: 'Only these',
          schema: { type: 'string', enum: connectorStatusSchema.options },
        },
      ],
      data: list(connectorRecordSchema),
    },
    answerOwn,
  ),
  route(
    {
      method: 'GET',
      path: `${OWN}/connectors/:id{[0-9][0-9a-v]*}`,
      summary: 'A connector with its definition',
      access: 'read',
      data: z.extend(connectorRecordSchema, { definition: z.record(z.string(), z.unknown()) }),
      refusals: [404],
    },
    answerOne,
  ),
];
