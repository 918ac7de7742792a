import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

/**
 * Refuses larger bodies. A length that the client states is enough, because Node reads no further; only a
 * body without one is counted, for which the whole request has to be wrapped.
 */
export function limitBody(maxSize: number, refuse: () => never): MiddlewareHandler {
  const count = bodyLimit({ maxSize, onError: refuse });
  return (c, next) => {
    const length = c.req.header('content-length');
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return count(c, next);
    return Number(length) <= maxSize ? next() : refuse();
  };
}
