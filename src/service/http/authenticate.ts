import { createMiddleware } from 'hono/factory';
import { ApiError, unauthorized } from './api-error';
import type { Env, Service } from './environment';

/**
 * Documented: a key as `x-api-key` or as `Authorization: Bearer`, never in the query string; 401 without
 * a valid one; 403 when a write is tried with a public key. Ours: a device token (`mt_`) may write.
 */
export function authenticate(service: Service, needs: 'read' | 'write') {
  return createMiddleware<Env>(async (c, next) => {
    const key =
      c.req.header('x-api-key') ?? /^Bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '')?.[1];
    const found = key === undefined || key.length > 200 ? undefined : service.store.accounts.keyUser(key);
    if (found === undefined) throw unauthorized();
    if (needs === 'write' && found.kind === 'pk') {
      throw new ApiError(
        403,
        'FORBIDDEN',
        'A public key (pk_) only reads: a secret key (sk_) or a device token is required',
      );
    }
    c.set('userId', found.userId);
    await next();
  });
}
