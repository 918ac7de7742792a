import { Hono, type Context } from 'hono';
import { defined } from '../../core/values/defined';
import { checkImportedDefinition } from '../../protocol/definition/check-imported';
import { connectorSubmissionSchema } from '../../protocol/tracker/connector-submission';
import {
  connectorStatusSchema,
  type ConnectorRecord,
  type ConnectorStatus,
} from '../../protocol/tracker/connectors';
import { invalid, notFound, rateLimited } from '../http/api-error';
import { authenticate } from '../http/authenticate';
import { originOf, type Env, type Service } from '../http/environment';
import { addRateLimit } from '../http/rate-limit';
import { readBody } from '../http/read-body';
import { submissionLimit, type ConnectorRow } from '../store/connectors';

/**
 * `POST /connectors/submit` (documented). Ours: `GET /connectors`, the person's own and all accepted
 * connectors, and `GET /connectors/{id}`, one of them with its definition.
 */
export function connectorRoutes(service: Service) {
  const { connectors } = service.store;
  return new Hono<Env>()
    .post('/connectors/submit', authenticate(service, 'write'), async (c) => {
      const submission = await readBody(c, connectorSubmissionSchema);
      await requireDefinition(c, service, submission.definition);
      const result = await connectors.submit(c.get('userId'), submission);
      addRateLimit(c, await connectors.submissionsLeft(c.get('userId')));
      if ('waitMs' in result)
        throw rateLimited(`${String(submissionLimit)} connectors per hour can be submitted`, result.waitMs);
      return c.json({ success: true, data: toRecord(result, originOf(c, service)) });
    })
    .get('/connectors', authenticate(service, 'read'), async (c) => {
      const status = statusQuery(c);
      const visible = await connectors.visibleTo(c.get('userId'));
      const items = visible
        .filter((row) => status === undefined || row.status === status)
        .map((row) => toRecord(row, originOf(c, service)));
      return c.json({ success: true, data: { items } });
    })
    .get('/connectors/:id{[0-9][0-9a-v]*}', authenticate(service, 'read'), async (c) => {
      const row = await connectors.find(c.req.param('id'));
      const isVisible = row !== undefined && (row.status === 'accepted' || row.userId === c.get('userId'));
      if (!isVisible) throw notFound('No connector has this id');
      const record = toRecord(row, originOf(c, service));
      return c.json({ success: true, data: { ...record, definition: row.definition } });
    });
}

/**
 * Throws 400 when the definition is refused. The workbench of the extension runs the same check. It costs up to
 * 200 ms, so refused ones are counted too.
 */
async function requireDefinition(c: Context<Env>, service: Service, definition: unknown): Promise<void> {
  const refusals = [
    { key: `refused-definition ${c.get('userId')}`, limit: REFUSAL_LIMIT, windowMs: 60 * 60_000 },
  ];
  const waitMs = await service.store.limits.take(refusals);
  if (waitMs > 0) throw rateLimited(`${String(REFUSAL_LIMIT)} definitions per hour can be refused`, waitMs);
  const parsed = checkImportedDefinition(definition);
  if (parsed.ok) return service.store.limits.giveBack(refusals);
  const [problem] = parsed.problems;
  const path = problem === undefined || problem.path === '' ? 'definition' : `definition.${problem.path}`;
  throw invalid(`\`${path.slice(0, 160)}\` ${(problem?.message ?? 'is invalid').slice(0, 300)}`);
}

/** Definitions of one person that are refused in an hour. */
const REFUSAL_LIMIT = 30;

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
