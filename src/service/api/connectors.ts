import { Hono } from 'hono';
import {
  connectorStatusSchema,
  connectorSubmissionSchema,
  type ConnectorRecord,
} from '../../protocol/tracker';
import { parseDefinition } from '../../protocol/definition/parse-definition';
import { invalid, notFound, rateLimited } from '../http/api-error';
import { authenticate } from '../http/authenticate';
import { originOf, type Env, type Service } from '../http/environment';
import { readBody } from '../http/read-body';
import type { ConnectorRow } from '../store/connectors';

/** `POST /connectors/submit`, and ours: `GET /connectors` (own ones and accepted ones) and `GET /connectors/{id}` (with the definition). */
export function connectorRoutes(service: Service) {
  const { connectors } = service.store;
  return new Hono<Env>()
    .post('/connectors/submit', authenticate(service, 'write'), async (c) => {
      const submission = await readBody(c, connectorSubmissionSchema);
      requireDefinition(submission.definition);
      const result = connectors.submit(c.get('userId'), submission);
      if ('waitMs' in result) throw rateLimited('5 connectors per hour can be submitted', result.waitMs);
      return c.json({ success: true, data: toRecord(result, originOf(c, service)) });
    })
    .get('/connectors', authenticate(service, 'read'), (c) => {
      const asked = c.req.query('status');
      const status = connectorStatusSchema.safeParse(asked);
      if (asked !== undefined && !status.success)
        throw invalid('`status` must be "pending", "accepted" or "refused"');
      const visible = connectors
        .visibleTo(c.get('userId'))
        .filter((row) => asked === undefined || row.status === asked);
      return c.json({
        success: true,
        data: { items: visible.map((row) => toRecord(row, originOf(c, service))) },
      });
    })
    .get('/connectors/:id{\\d+}', authenticate(service, 'read'), (c) => {
      const row = connectors.find(Number(c.req.param('id')));
      const isVisible = row !== undefined && (row.status === 'accepted' || row.userId === c.get('userId'));
      if (!isVisible) throw notFound('No connector has this id');
      return c.json({
        success: true,
        data: { ...toRecord(row, originOf(c, service)), definition: row.definition },
      });
    });
}

/** The same check as in the workbench: what it accepts, the service accepts. */
function requireDefinition(definition: unknown): void {
  const parsed = parseDefinition(definition);
  if (parsed.ok) return;
  const { path = '', message = 'is invalid' } = parsed.problems[0] ?? {};
  const within = path === '' ? 'definition' : `definition.${path}`;
  throw invalid(`\`${within.slice(0, 160)}\` ${message.slice(0, 300)}`);
}

function toRecord(row: ConnectorRow, origin: string): ConnectorRecord {
  return {
    id: String(row.id),
    name: row.name,
    domains: row.domains,
    status: row.status,
    submittedAt: new Date(row.submittedAt).toISOString(),
    url: `${origin}/connectors#connector-${String(row.id)}`,
    ...(row.reviewedAt !== null && { reviewedAt: new Date(row.reviewedAt).toISOString() }),
    ...(row.note !== null && { note: row.note }),
  };
}
