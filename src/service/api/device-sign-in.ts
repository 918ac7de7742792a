import { Hono } from 'hono';
import { deviceCodeRequestSchema, deviceTokenRequestSchema } from '../../protocol/tracker/device-requests';
import type { DeviceCode, DeviceToken } from '../../protocol/tracker/device-sign-in';
import { ApiError, rateLimited } from '../http/api-error';
import { callerOf, originOf, type Env, type Service } from '../http/environment';
import { createLimiter } from '../http/limiter';
import { readBody } from '../http/read-body';
import type { Poll } from '../store/poll-device';

/** Documented value of `expires_in`. Its unit is not stated; it is read as seconds: 90 days. */
const TOKEN_LIFETIME_SECONDS = 7_776_000;

/** How long a person has to approve a device: 15 min. */
const CODE_LIFETIME_SECONDS = 900;

/** Most device codes that one address can request: 60 in 10 min. */
const CODE_LIMIT = { limit: 60, windowMs: 600_000 };

/** The sign-in of a device: RFC 8628 with JSON bodies. Documented as public: no key is required. */
export function deviceRoutes(service: Service) {
  const requests = createLimiter({ ...CODE_LIMIT, now: service.now });
  return new Hono<Env>()
    .post('/auth/device/code', async (c) => {
      const { client_name: name = 'Matinee' } = await readBody(c, deviceCodeRequestSchema);
      const wait = requests.wait(callerOf(c));
      if (wait > 0) throw rateLimited('Too many device codes were requested', wait);
      requests.count(callerOf(c));
      return c.json(openSignIn(service, name, originOf(c, service)));
    })
    .post('/auth/device/token', async (c) => {
      const { device_code: code } = await readBody(c, deviceTokenRequestSchema);
      const poll = service.store.devices.poll(code);
      if (poll.state !== 'approved') throw refusal(poll.state);
      return c.json(issueToken(service, code, poll));
    });
}

/** Ours: the path and the fields of this response are not documented. */
function openSignIn({ store, deviceIntervalMs }: Service, name: string, origin: string): DeviceCode {
  const lifetimeMs = CODE_LIFETIME_SECONDS * 1000;
  const { deviceCode, userCode } = store.devices.open(name, lifetimeMs, deviceIntervalMs);
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: `${origin}/device`,
    verification_uri_complete: `${origin}/device?user_code=${userCode}`,
    expires_in: CODE_LIFETIME_SECONDS,
    interval: Math.max(1, Math.ceil(deviceIntervalMs / 1000)),
  };
}

/** Creates the token and revokes the one of an earlier response that was lost. */
function issueToken(
  { store: { devices, keys } }: Service,
  deviceCode: string,
  { userId, name, earlierTokenHash }: Extract<Poll, { state: 'approved' }>,
): DeviceToken {
  const token = keys.create(userId, 'mt', name, TOKEN_LIFETIME_SECONDS * 1000);
  devices.issued(deviceCode, token);
  if (earlierTokenHash !== undefined) keys.revokeHash(earlierTokenHash);
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: TOKEN_LIFETIME_SECONDS,
    account_id: String(userId),
  };
}

/** Ours: the codes of RFC 8628, section 3.5, in the error record. */
const REFUSALS = {
  pending: ['authorization_pending', 'The device is not approved yet: ask again after the interval'],
  'slow-down': ['slow_down', 'Asked too soon: add 5 seconds to the interval'],
  denied: ['access_denied', 'The person refused this device'],
  expired: ['expired_token', 'The device code has expired: request a new one'],
  unknown: ['invalid_grant', 'The `device_code` is unknown or was used already'],
} as const;

function refusal(state: keyof typeof REFUSALS): ApiError {
  const [code, message] = REFUSALS[state];
  return new ApiError(400, code, message);
}
