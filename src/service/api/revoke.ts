import { Hono } from 'hono';
import { revokeRequestSchema } from '../../protocol/tracker/device-requests';
import { unauthorized } from '../http/api-error';
import { keyOf } from '../http/authenticate';
import { callerOf } from '../http/caller';
import type { Env, Service } from '../http/environment';
import { readBodyOrForm } from '../http/read-body';
import { hashSecret } from '../secrets/secret';

/**
 * `POST /auth/revoke` (ours, after RFC 7009, by JSON or by a form): ends the key in the header of the
 * request, or the one in `token`. Whoever has a key may end it. A key that is unknown or ended already is a
 * success, so the request can be repeated.
 */
export function revokeRoute(service: Service) {
  const { keys, audit } = service.store;
  return new Hono<Env>().post('/auth/revoke', async (c) => {
    const { token = keyOf(c) } = await readBodyOrForm(c, revokeRequestSchema);
    if (token === undefined) throw unauthorized();
    const found = await keys.find(token);
    if (found !== undefined) {
      await keys.revokeHash(found.userId, hashSecret(token));
      await audit.add(found.userId, 'key-revoked', callerOf(c, service), 'by itself');
    }
    return c.json({ success: true });
  });
}
