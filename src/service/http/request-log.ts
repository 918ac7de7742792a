import type { MiddlewareHandler } from 'hono';
import { randomBytes } from 'node:crypto';
import type { Env, Service } from './environment';
import { setHeader } from './set-header';
import { routeOf } from './log';
import type { RequestStep } from './together';

/** The request ids that a proxy may state. */
const REQUEST_ID = /^[\w.-]{1,64}$/;

/**
 * Gives each request an id, returned as `X-Request-Id`. An id stated by the request is used only if the
 * service trusts its proxy: otherwise any client could choose what the log says.
 */
export function requestId({ trustProxy }: Pick<Service, 'trustProxy'>): RequestStep {
  const process = randomBytes(6).toString('hex');
  let count = 0;
  return (c) => {
    const stated = trustProxy ? c.req.header('x-request-id') : undefined;
    const id =
      stated !== undefined && REQUEST_ID.test(stated) ? stated : `${process}-${String((count += 1))}`;
    c.set('requestId', id);
    setHeader(c, 'X-Request-Id', id);
    return undefined;
  };
}

/** Logs each request when it is answered. */
export function requestLog({ log }: Pick<Service, 'log'>): MiddlewareHandler<Env> {
  return async (c, next) => {
    const began = performance.now();
    await next();
    const ms = Math.round((performance.now() - began) * 10) / 10;
    const { method } = c.req;
    const id = c.get('requestId');
    log({ level: 'info', event: 'request', id, method, route: routeOf(c), status: c.res.status, ms });
  };
}
