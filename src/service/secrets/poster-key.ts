import { AsyncLocalStorage } from 'node:async_hooks';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';

/** The key of the tracker whose request is answered. */
const current = new AsyncLocalStorage<string>();

/** Makes the key available while a request is answered. While the database is away, there is none. */
export function withPosterKey(read: () => Promise<string>): MiddlewareHandler {
  return async (_, next) => {
    const key = await read().catch(() => undefined);
    await (key === undefined ? next() : current.run(key, next));
  };
}

/**
 * The signature in a poster's address, the same for everybody. Without it a stranger could find out which
 * works the household has looked up. Empty without a key.
 */
export function posterMac(work: string): string {
  const key = current.getStore();
  return key === undefined ? '' : createHmac('sha256', key).update(work).digest('base64url').slice(0, 22);
}

export function isPosterMac(work: string, mac: string): boolean {
  const expected = Buffer.from(posterMac(work));
  const given = Buffer.from(mac);
  return expected.length > 0 && given.length === expected.length && timingSafeEqual(given, expected);
}
