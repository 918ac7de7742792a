import { Hono } from 'hono';
import { bodyLimit as limitBody } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { ApiError, notFound } from '../http/api-error';
import type { Env, Service } from '../http/environment';
import { bodyLimit } from '../http/read-body';
import { channelRoutes } from './channels';
import { connectorRoutes } from './connectors';
import { dashboardRoutes } from './dashboard';
import { deviceRoutes } from './device';
import { historyRoutes } from './history';
import { mediaRoute } from './media';
import { scrobbleRoute } from './scrobble';

/** The paths of the interface and their method, for the 405 of every other method. */
const methods = {
  '/scrobble': 'POST',
  '/auth/device/code': 'POST',
  '/auth/device/token': 'POST',
  '/connectors/submit': 'POST',
  '/media/resolve': 'POST',
  '/connectors': 'GET',
  '/connectors/:id{\\d+}': 'GET',
  '/dashboard': 'GET',
  '/dashboard/:widget{up-next|recently-watched|this-week|channels}': 'GET',
  '/channels': 'GET',
  '/channels/:id': 'GET',
  '/history': 'GET',
  '/progress': 'GET',
};

/** API v1: every answer that is not a success is the error record. */
export function createApi(service: Service) {
  const api = new Hono<Env>();
  api.use(
    cors({
      // Pages of the web have no business here; extensions do, and each browser gives them its own origin.
      origin: (origin) => (/^(chrome|moz)-extension:\/\/[\w-]+$/.test(origin) ? origin : null),
      allowHeaders: ['authorization', 'content-type', 'x-api-key'],
      allowMethods: ['GET', 'POST'],
      exposeHeaders: ['Retry-After'],
      maxAge: 600,
    }),
  );
  api.use(async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
  });
  api.use(
    limitBody({
      maxSize: bodyLimit,
      onError: () => {
        throw new ApiError(
          413,
          'PAYLOAD_TOO_LARGE',
          `The body must not be larger than ${String(bodyLimit)} bytes`,
          { Connection: 'close' },
        );
      },
    }),
  );
  for (const routes of [
    scrobbleRoute,
    deviceRoutes,
    connectorRoutes,
    mediaRoute,
    dashboardRoutes,
    channelRoutes,
    historyRoutes,
  ]) {
    api.route('/', routes(service));
  }
  for (const [path, method] of Object.entries(methods)) {
    api.all(path, () => {
      throw new ApiError(405, 'METHOD_NOT_ALLOWED', `Only ${method} is possible here`, { Allow: method });
    });
  }
  api.all('*', () => {
    throw notFound('There is nothing at this path');
  });
  api.onError((error, c) => {
    if (!(error instanceof ApiError))
      service.log(`${c.req.method} ${new URL(c.req.url).pathname}: ${error.stack ?? error.message}`);
    const answer =
      error instanceof ApiError
        ? error
        : new ApiError(500, 'INTERNAL_ERROR', 'The service failed; nothing was stored');
    return c.json({ error: answer.code, message: answer.message }, answer.status, answer.headers);
  });
  return api;
}
