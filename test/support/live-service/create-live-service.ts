import { Hono, type Context } from 'hono';
import { createLiveAccount } from './live-account';
import { dashboardRoutes } from './dashboard-routes';
import { deviceRoutes, type DeviceOptions } from './device-routes';
import { kodiRoutes } from './kodi-routes';
import { listRoutes } from './list-routes';
import { createLiveMedia } from './live-media';
import { mediaRoutes } from './media-routes';
import { personRoutes } from './person-routes';
import { bodyOf, fail, type Fields } from './respond';

export interface LiveOptions extends DeviceOptions {
  /** Approved connectors, as `GET /connectors` lists them. */
  readonly connectors?: readonly unknown[];
}

/**
 * The live service behind API v1, by its public documents only: its OpenAPI 3.1 file and the inventory of its
 * Kodi client. It has none of our additions; fields that it does not document are ignored where it ignores
 * them, and refused where it says so. All 39 operations of the file are there, and two that only the client
 * knows (`/media/resolve/batch`, `/media/show-progress`); `/sync/last_activities` is 404, as the client has it.
 */
export function createLiveService(options: LiveOptions = {}) {
  const media = createLiveMedia();
  const account = createLiveAccount();
  const { routes, state: sessions } = deviceRoutes(options);
  const api = new Hono().route('/', routes);
  const connectors = { list: options.connectors ?? [], etag: '"1"' };

  api.get('/connectors', (c) => {
    if (c.req.header('if-none-match') === connectors.etag) return c.body(null, 304);
    return c.json({ success: true, data: connectors.list }, 200, { etag: connectors.etag });
  });

  api.use('*', async (c: Context, next) => {
    const bearer = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1];
    if (!sessions.isValid(c.req.header('x-api-key') ?? bearer))
      return fail(c, 401, 'UNAUTHORIZED', 'API key is missing or invalid.');
    return next();
  });

  api.get('/me', (c) =>
    c.json({ success: true, user: { name: 'Ana', username: 'ana', email: 'a@b.test' }, stats: {} }),
  );

  api.route('/', mediaRoutes(media, account));
  api.route('/', personRoutes(media, account));
  api.route('/', dashboardRoutes(media, account));
  api.route('/', listRoutes(media, account));
  api.route('/', kodiRoutes(media, account));

  api.post('/connectors/submit', async (c) => {
    const { name, domains, definition } = (await bodyOf(c)) as {
      name?: string;
      domains?: string[];
      definition?: Fields;
    };
    const fault = submissionFault(domains, definition);
    if (name === undefined || fault !== undefined)
      return fail(c, 400, 'VALIDATION_ERROR', fault ?? 'name is required');
    if (account.submissions.length >= 5) return fail(c, 429, 'RATE_LIMITED', '5 submissions an hour');
    account.submissions.push({ name, domains: domains ?? [], definition: definition ?? {} });
    return c.json(
      { success: true, data: { id: `c${String(account.submissions.length)}`, status: 'PENDING' } },
      201,
    );
  });

  api.notFound((c) => fail(c, 404, 'NOT_FOUND', 'Not found'));
  const app = new Hono().route('/api/v1', api);
  app.get('/device', (c) => c.html('<h1>Connect a device</h1>'));
  return { app, account, media, sessions, connectors };
}
/** The documented conditions of a submission. */
function submissionFault(
  domains: readonly string[] | undefined,
  definition: Fields | undefined,
): string | undefined {
  if (!Array.isArray(domains) || domains.length === 0 || domains.length > 10)
    return '1 to 10 domains are required';
  const extractors = definition?.['extractors'];
  if (typeof extractors !== 'object' || extractors === null) return 'definition.extractors is required';
  return /"selector":"\s*\*\s*"|"\*"/.test(JSON.stringify(extractors))
    ? 'A selector must not be a wildcard'
    : undefined;
}
