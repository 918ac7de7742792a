import { Hono, type ErrorHandler } from 'hono';
import { allowExtensions } from './http/request-steps';
import { ApiError, aborted, notFound, unavailable } from './http/api-error';
import { hasLeft, logFault, originOf, type Env, type Service } from './http/environment';
import { limitBody, bodyLimit } from './http/read-body';
import { importLimit } from './library/imports/import-jobs';
import { UnavailableError } from './store/engine/database';
import { kodiLimit, kodiRoute, importRoutes } from './api/imports';
import { mount, type Route } from './api/route';
import { webhookLimit, webhookRoutes } from './api/webhooks';
import { createDescription } from './api/create-description';
import { channelRoutes, dashboardRoutes } from './api/dashboard';
import { connectorRoutes } from './api/connectors';
import { deviceApprovalRoutes, revokeRoute } from './api/device-approval';
import { deviceRoutes } from './api/device-sign-in';
import { historyChangeRoutes } from './api/history-changes';
import { listRoutes } from './api/lists';
import { mediaRoutes } from './api/media';
import { ownListRoutes } from './api/own-lists';
import { profileRoutes, statisticsRoute, settingsCopyRoutes, siteIdRoute } from './api/profile';
import { releaseRoutes } from './api/releases';
import { scrobbleRoutes, viewingRoutes } from './api/viewings';
import { shelfRoutes } from './api/shelves';
import { watchedRoutes } from './api/watched';

/** API v1. Errors are thrown; `answerError` turns each into the documented record. */
export function createApi(service: Service) {
  const api = new Hono<Env>();
  const allow = allowExtensions();
  const limits = new Map(
    [bodyLimit, importLimit, kodiLimit, webhookLimit].map((size) => [
      size,
      limitBody(size, () => refuseLargeBody(size)),
    ]),
  );
  api.use((c, next) => {
    const preflight = allow(c);
    if (preflight !== undefined) return Promise.resolve(preflight);
    return limits.get(limitOf(c.req.path))?.(c, next) ?? next();
  });
  for (const route of ROUTES) mount(api, service, route);
  api.route('/', descriptionRoute(service));
  for (const [path, methods] of methodsByPath()) api.all(path, () => refuseMethod(methods.join(', ')));
  api.all('*', () => {
    throw notFound('There is nothing at this path');
  });
  return api;
}

/**
 * Answers with the documented error record. Set once for the whole service: an error handler of a part would
 * be wrapped around each of its handlers, for each request.
 */
export function answerError(service: Service): ErrorHandler<Env> {
  return (thrown, c) => {
    const error = hasLeft(c) ? aborted() : thrown;
    if (!(error instanceof ApiError)) logFault(c, service, error);
    const { code, message, status, headers } = toApiError(error);
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    return c.json({ error: code, message }, status);
  };
}

/** Largest body in bytes. */
function limitOf(path: string): number {
  if (path.endsWith('/imports')) return importLimit;
  if (path.endsWith('/kodi/import')) return kodiLimit;
  return path.includes('/webhooks/') ? webhookLimit : bodyLimit;
}

/** The methods of each path, in the router's form. Every other method gets 405. */
function methodsByPath(): Map<string, string[]> {
  const methods = new Map<string, string[]>([['/openapi.json', ['GET']]]);
  for (const { path, method } of OPERATIONS) methods.set(path, [...(methods.get(path) ?? []), method].sort());
  return methods;
}

function refuseLargeBody(limit: number): never {
  const message = `The body must not be larger than ${String(limit)} bytes`;
  // The rest of the body is not read, so the connection cannot be used again.
  throw new ApiError(413, 'PAYLOAD_TOO_LARGE', message, { Connection: 'close' });
}

function refuseMethod(methods: string): never {
  throw new ApiError(405, 'METHOD_NOT_ALLOWED', `Only ${methods} is possible here`, { Allow: methods });
}

function toApiError(error: Error): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof UnavailableError) return unavailable();
  return new ApiError(500, 'INTERNAL_ERROR', 'The service failed; nothing was stored');
}

/** Ours: `GET /openapi.json`, the description of the API. Public. */
function descriptionRoute(service: Pick<Service, 'publicUrl'>) {
  return new Hono<Env>().get('/openapi.json', (c) =>
    c.json(createDescription(originOf(c, service), OPERATIONS)),
  );
}

/** Every operation of the API, those of its documents first. */
const ROUTES: Route[] = [
  ...scrobbleRoutes,
  ...watchedRoutes,
  ...shelfRoutes,
  ...listRoutes,
  ...mediaRoutes,
  ...dashboardRoutes,
  ...channelRoutes,
  ...profileRoutes,
  ...deviceRoutes,
  ...deviceApprovalRoutes,
  revokeRoute,
  ...connectorRoutes,
  ...releaseRoutes,
  kodiRoute,
  ...ownListRoutes,
  ...viewingRoutes,
  ...historyChangeRoutes,
  statisticsRoute,
  siteIdRoute,
  ...settingsCopyRoutes,
  ...importRoutes,
  ...webhookRoutes,
];

export const OPERATIONS = ROUTES.map(({ operation }) => operation);
