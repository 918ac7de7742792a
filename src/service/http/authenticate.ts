import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { forbidden, unauthorized } from './api-error';
import type { Env, Service } from './environment';

/** Longer values cannot be keys and are not hashed. */
const LONGEST_KEY = 200;

/**
 * Sets `userId`, or throws 401 without a valid key and 403 when a public key is used for a write. Documented:
 * the key is sent as `x-api-key` or as `Authorization: Bearer`, never in the query string. Ours: a device
 * token (`mt_`) may write.
 */
export function authenticate(service: Service, access: 'read' | 'write') {
  return createMiddleware<Env>(async (c, next) => {
    const key = keyOf(c);
    const found = key === undefined ? undefined : service.store.keys.find(key);
    if (found === undefined) throw unauthorized();
    if (access === 'write' && found.kind === 'pk')
      throw forbidden('A public key (pk_) only reads: a secret key (sk_) or a device token is required');
    c.set('userId', found.userId);
    await next();
  });
}

function keyOf(c: Context<Env>): string | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '')?.[1];
  const key = c.req.header('x-api-key') ?? bearer;
  return key === undefined || key.length > LONGEST_KEY ? undefined : key;
}
