import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

/**
 * Refuses larger bodies. A stated length is enough, because Node reads no further. Only a body without one
 * must be counted, which means wrapping the whole request.
 */
export function limitBody(maxSize: number, refuse: () => never): MiddlewareHandler {
  const count = bodyLimit({ maxSize, onError: refuse });
  return (c, next) => {
    const length = c.req.header('content-length');
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return count(c, next);
    return Number(length) <= maxSize ? next() : refuse();
  };
}
