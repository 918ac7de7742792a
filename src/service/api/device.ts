import { Hono } from 'hono';
import {
  deviceCodeRequestSchema,
  deviceTokenRequestSchema,
  type DeviceCode,
  type DeviceToken,
} from '../../protocol/tracker';
import { ApiError, rateLimited } from '../http/api-error';
import { callerOf, originOf, type Env, type Service } from '../http/environment';
import { createLimiter } from '../http/limiter';
import { readBody } from '../http/read-body';

/** The value shown in the interface description. The unit is not stated there; seconds (90 days) is our reading. */
export const tokenLifetimeSeconds = 7_776_000;
/** How long a person has to approve the device. */
const codeLifetimeSeconds = 900;

/** Sign-in of a device: RFC 8628 with JSON bodies. Public, as documented. */
export function deviceRoutes(service: Service) {
  const codes = createLimiter({ limit: 60, windowMs: 600_000, now: service.now });
  return (
    new Hono<Env>()
      // Ours: the path and the fields are not shown.
      .post('/auth/device/code', async (c) => {
        const { client_name: name = 'Matinee' } = await readBody(c, deviceCodeRequestSchema);
        const wait = codes.wait(callerOf(c));
        if (wait > 0) throw rateLimited('Too many device codes were requested', wait);
        codes.count(callerOf(c));
        const { deviceCode, userCode } = service.store.devices.open(
          name,
          codeLifetimeSeconds * 1000,
          service.deviceIntervalMs,
        );
        const page = `${originOf(c, service)}/device`;
        return c.json({
          device_code: deviceCode,
          user_code: userCode,
          verification_uri: page,
          verification_uri_complete: `${page}?user_code=${userCode}`,
          expires_in: codeLifetimeSeconds,
          interval: Math.max(1, Math.ceil(service.deviceIntervalMs / 1000)),
        } satisfies DeviceCode);
      })
      .post('/auth/device/token', async (c) => {
        const { device_code: code } = await readBody(c, deviceTokenRequestSchema);
        const poll = service.store.devices.poll(code);
        if (poll.state !== 'approved') throw refusal(poll.state);
        const { accounts, devices } = service.store;
        const token = accounts.createKey(poll.userId, 'mt', poll.name, tokenLifetimeSeconds * 1000);
        devices.issued(code, token);
        if (poll.earlier !== undefined) accounts.revokeHash(poll.earlier);
        c.header('Cache-Control', 'no-store');
        return c.json({
          access_token: token,
          token_type: 'Bearer',
          expires_in: tokenLifetimeSeconds,
          account_id: String(poll.userId),
        } satisfies DeviceToken);
      })
  );
}

/** Ours: the codes of RFC 8628, section 3.5, inside the error record. */
function refusal(state: keyof typeof refusals): ApiError {
  const [code, message] = refusals[state];
  return new ApiError(400, code, message);
}

const refusals = {
  pending: ['authorization_pending', 'The device is not approved yet: ask again after the interval'],
  'slow-down': ['slow_down', 'Asked too soon: add 5 seconds to the interval'],
  denied: ['access_denied', 'The person refused this device'],
  expired: ['expired_token', 'The device code has expired: request a new one'],
  unknown: ['invalid_grant', 'The `device_code` is unknown or was used already'],
} as const;
