import * as z from 'zod/mini';
import { approvalRequestSchema, revokeRequestSchema } from '../../protocol/tracker/device-requests';
import { successSchema } from '../../protocol/tracker/media-item';
import { forbidden, invalid, notFound, rateLimited, unauthorized } from '../http/api-error';
import { callerOf, limitKeyOf, originOf } from '../http/environment';
import { hasOwnOrigin, keyOf } from '../http/authenticate';
import { readBody, readBodyOrForm } from '../http/read-body';
import { toPng } from '../library/qr-picture';
import { normaliseUserCode, hashSecret } from '../secrets/secret';
import { route, type Handler, type Route } from './route';

const verify: Handler = async (c, service) => {
  const code = await waitingCode(c, service);
  if (code === undefined) throw invalid('No device waits under this code: it is wrong, used or expired');
  return c.json({ success: true, data: { id: code.replace('-', '').toLowerCase(), userCode: code } });
};

/**
 * Answers with the QR code of a waiting device, or with 404. The limit on questions keeps anybody from trying
 * codes.
 */
const answerPicture: Handler = async (c, service) => {
  const code = await waitingCode(c, service);
  if (code === undefined) throw notFound('No device waits under this code');
  c.header('Cache-Control', 'no-store');
  return c.body(toPng(completeAddress(originOf(c, service), code)), 200, { 'Content-Type': 'image/png' });
};

/** Limit on questions about codes per network address: 60 in 10 min. */
const QUESTIONS = { limit: 60, windowMs: 600_000 };

/** The code in the query, if a device is waiting under it. */
async function waitingCode(...[c, service]: Parameters<Handler>): Promise<string | undefined> {
  const typed = c.req.query('user_code') ?? '';
  if (typed === '' || typed.length > 20) throw invalid('`user_code` is required');
  const key = `device-question ${limitKeyOf(callerOf(c, service))}`;
  const waitMs = await service.store.limits.take([{ key, ...QUESTIONS }]);
  if (waitMs > 0) throw rateLimited('Too many codes were asked for', waitMs);
  const code = normaliseUserCode(typed);
  return (await service.store.devices.waiting(code)) === undefined ? undefined : code;
}

/** Limit on a person's wrong codes: ten in 15 min. The page `/device` counts in the same window. */
const guesses = (userId: string) => ({ key: `user-code ${userId}`, limit: 10, windowMs: 900_000 });

/** A device can be approved for 10 min after the sign-in, as on the page. */
const RECENT_MS = 600_000;

const approve: Handler = async (c, service) => {
  if (!hasOwnOrigin(c, service)) throw forbidden('Requests of other sites are refused');
  const { id, signedInAt } = c.get('user');
  if (Math.abs(service.now() - signedInAt) >= RECENT_MS)
    throw forbidden('The sign-in is older than 10 minutes: sign in again');
  const { user_code: code } = await readBody(c, approvalRequestSchema);
  const { devices, limits, audit } = service.store;
  const allowance = [guesses(id)];
  const waitMs = await limits.take(allowance);
  if (waitMs > 0) throw rateLimited('Too many wrong codes', waitMs);
  const device = await devices.waiting(code);
  if (device === undefined || !(await devices.decide(code, id, 'approved')))
    throw invalid('No device waits under this code: it is wrong, used or expired');
  await limits.giveBack(allowance);
  await audit.add(id, 'device-approved', callerOf(c, service), device.name);
  return c.json({ success: true });
};

/**
 * The documented address with the code. The page does not fill the code in from its address: somebody who
 * sends a link must not be able to do that (RFC 8628, section 5.4).
 */
export function completeAddress(origin: string, userCode: string): string {
  return `${origin}/device?user_code=${userCode}`;
}

const USER_CODE = {
  name: 'user_code',
  about: 'Of the device',
  schema: { type: 'string', minLength: 1, maxLength: 20 },
  isRequired: true,
};

/** Requests about a device's code, from a person or a page shown to them. */
export const deviceApprovalRoutes: Route[] = [
  route(
    {
      method: 'GET',
      path: '/auth/device/verify',
      summary: 'Whether a device waits under a code',
      access: 'public',
      query: [USER_CODE],
      data: z.object({ id: z.string(), userCode: z.string() }),
      refusals: [429],
    },
    verify,
  ),
  route(
    {
      method: 'POST',
      path: '/auth/device/approve',
      summary: 'Approve a device, as on the page `/device`; the person has signed in within 10 minutes',
      access: 'session',
      body: approvalRequestSchema,
      answer: successSchema,
      refusals: [429],
    },
    approve,
  ),
  route(
    {
      method: 'GET',
      path: '/auth/device/qr',
      summary: 'A picture of the address at which the person types the code',
      access: 'public',
      query: [USER_CODE],
      download: ['image/png'],
      refusals: [404, 429],
    },
    answerPicture,
  ),
];

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
 * Revokes the key in the request's header, or the one in the field `token` of a JSON body or a form (RFC
 * 7009; not in API v1). Anybody who has a key may revoke it. For an unknown or revoked key it succeeds too,
 * so the request can be repeated.
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
