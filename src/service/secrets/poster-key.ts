import { AsyncLocalStorage } from 'node:async_hooks';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';

/** The key of the tracker whose request is answered. */
const current = new AsyncLocalStorage<string>();

/** What a request is answered with knows the key; without its database a tracker has none. */
export function withPosterKey(read: () => Promise<string>): MiddlewareHandler {
  return async (_, next) => {
    const key = await read().catch(() => undefined);
    await (key === undefined ? next() : current.run(key, next));
  };
}

/**
 * The part of a poster's address that only the tracker can make, the same for everybody. Without it nobody
 * can ask whether the household has looked a work up. Empty without a key.
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
