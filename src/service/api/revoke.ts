import * as z from 'zod/mini';
import { revokeRequestSchema } from '../../protocol/tracker/device-requests';
import { unauthorized } from '../http/api-error';
import { keyOf } from '../http/authenticate';
import { callerOf } from '../http/caller';
import { readBodyOrForm } from '../http/read-body';
import { hashSecret } from '../secrets/secret';
import { route, type Handler } from './route';

const revoke: Handler = async (c, service) => {
  const { keys, audit } = service.store;
  const { token = keyOf(c) } = await readBodyOrForm(c, revokeRequestSchema);
  if (token === undefined) throw unauthorized();
  const found = await keys.find(token);
  if (found !== undefined) {
    await keys.revokeHash(found.userId, hashSecret(token));
    await audit.add(found.userId, 'key-revoked', callerOf(c, service), 'by itself');
  }
  return c.json({ success: true });
};

/**
 * Ours, after RFC 7009, by JSON or by a form: revokes the key in the request's header, or the one in `token`.
 * Anybody who has a key may revoke it. For an unknown or revoked key it succeeds too, so the request can be
 * repeated.
 */
export const revokeRoute = route(
  {
    method: 'POST',
    path: '/auth/revoke',
    summary: 'End a key: the one in `token`, or the one of the request (RFC 7009)',
    isOurs: true,
    access: 'public',
    body: revokeRequestSchema,
    takesForm: true,
    answer: z.object({ success: z.literal(true) }),
    refusals: [401],
  },
  revoke,
);
