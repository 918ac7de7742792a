import { createMiddleware } from 'hono/factory';
import { randomBytes } from 'node:crypto';
import type { Env, Service } from './environment';
import { routeOf } from './log';

/** What a proxy may state. */
const REQUEST_ID = /^[\w.-]{1,64}$/;

/**
 * Gives each request an id, which the response has as `X-Request-Id`; `isLogged`: and logs it
 * when it is answered. The id
 * that a proxy states is taken where the service trusts its proxy: what a client states is nothing to log.
 */
export function requestLog({ log, trustProxy }: Pick<Service, 'log' | 'trustProxy'>, isLogged: boolean) {
  const process = randomBytes(6).toString('hex');
  let count = 0;
  return createMiddleware<Env>(async (c, next) => {
    const began = performance.now();
    const stated = trustProxy ? c.req.header('x-request-id') : undefined;
    const id =
      stated !== undefined && REQUEST_ID.test(stated) ? stated : `${process}-${String((count += 1))}`;
    c.set('requestId', id);
    c.header('X-Request-Id', id);
    await next();
    if (!isLogged) return;
    const ms = Math.round((performance.now() - began) * 10) / 10;
    log({
      level: 'info',
      event: 'request',
      id,
      method: c.req.method,
      route: routeOf(c),
      status: c.res.status,
      ms,
    });
  });
}
