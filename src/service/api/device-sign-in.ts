import { defined } from '../../core/values/defined';
import {
  deviceCodeRequestSchema,
  deviceTokenRequestSchema,
  grantedTokenSchema,
  type GrantedToken,
} from '../../protocol/tracker/device-requests';
import {
  deviceCodeSchema,
  extensionClientId,
  type DeviceCode,
  deviceGrantType,
} from '../../protocol/tracker/device-sign-in';
import { ApiError, rateLimited, showRateLimit } from '../http/api-error';
import { callerOf, limitKeyOf, originOf, type Service, type Env } from '../http/environment';
import { readBodyOrForm } from '../http/read-body';
import { KEY_SCOPES, type KeyScope } from '../store/keys';
import type { Poll } from '../store/devices';
import type { RateLimit } from '../store/limits';
import { completeAddress } from './device-approval';
import { route, type Handler, type Route } from './route';
import { Hono } from 'hono';

/** Documented value of `expires_in`, in seconds: 90 days. */
const TOKEN_LIFETIME_SECONDS = 7_776_000;

/** Seconds in which a person must approve a device: 15 min. */
const CODE_LIFETIME_SECONDS = 900;

const answerCode: Handler = async (c, service) => {
  const address = callerOf(c, service);
  const request = await readBodyOrForm(c, deviceCodeRequestSchema, {});
  const name = toShownName(request.client_name ?? request.client_id ?? 'Matinee');
  const scope = readScope(request.scope) ?? SCOPES_OF_CLIENTS.get(request.client_id ?? '');
  const device = { name, address, scope };
  const allowances = deviceCodeAllowances(limitKeyOf(address));
  const wait = await service.store.limits.take(allowances);
  await showRateLimit(c, service, allowances);
  if (wait > 0) throw rateLimited('Too many device codes were requested', wait);
  return c.json(await openSignIn(service, device, originOf(c, service)));
};

const answerToken: Handler = async (c, service) => {
  const { device_code: code } = await readBodyOrForm(c, deviceTokenRequestSchema);
  const poll = await service.store.devices.poll(code);
  if (poll.state !== 'approved') throw refusal(poll.state);
  const token = await issueToken(service, code, poll);
  await service.store.audit.add(poll.userId, 'device-signed-in', callerOf(c, service), poll.name);
  return c.json(token);
};

/** Limits on device codes: 60 in 10 min from one network address, 600 in 10 min in all. */
function deviceCodeAllowances(address: string): [RateLimit, RateLimit] {
  const windowMs = 600_000;
  return [
    { key: `device-code ${address}`, limit: 60, windowMs },
    { key: 'device-code', limit: 600, windowMs },
  ];
}

async function openSignIn(
  { store, deviceIntervalMs }: Service,
  device: Readonly<{ name: string; address: string; scope: KeyScope | undefined }>,
  origin: string,
): Promise<DeviceCode> {
  const { deviceCode, userCode } = await store.devices.open({
    ...device,
    lifetimeMs: CODE_LIFETIME_SECONDS * 1000,
    intervalMs: deviceIntervalMs,
  });
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: `${origin}/device`,
    verification_uri_complete: completeAddress(origin, userCode),
    expires_in: CODE_LIFETIME_SECONDS,
    interval: Math.max(1, Math.ceil(deviceIntervalMs / 1000)),
  };
}

/** The name without control, format and direction characters, which could disguise it. */
function toShownName(name: string): string {
  return (
    name
      .replaceAll(/[\p{C}\s]+/gu, ' ')
      .trim()
      .slice(0, LONGEST_NAME) || 'Device'
  );
}

const LONGEST_NAME = 60;

/**
 * Scopes of known clients that request none (RFC 6749, section 3.3). API v1 does not document `scope`, so the
 * extension, which also signs in at other trackers, sends its `client_id` instead.
 */
const SCOPES_OF_CLIENTS = new Map<string, KeyScope>([[extensionClientId, 'extension']]);

/** The scope in a space-separated list. Unknown scopes are ignored; several scopes become `all`. */
function readScope(list: string | undefined): KeyScope | undefined {
  if (list === undefined) return undefined;
  const asked = KEY_SCOPES.filter((scope) => list.split(' ').includes(scope));
  return asked.length === 1 ? asked[0] : 'all';
}

/**
 * Creates the token. If a token was issued before, its response may have been lost, so that token is revoked.
 */
async function issueToken(
  { store: { devices, keys } }: Service,
  deviceCode: string,
  { userId, name, scope, earlierTokenHash }: Extract<Poll, { state: 'approved' }>,
): Promise<GrantedToken> {
  const lifetimeMs = TOKEN_LIFETIME_SECONDS * 1000;
  const token = await keys.create(userId, 'mt', name, { lifetimeMs, scope: scope ?? undefined });
  await devices.issued(deviceCode, token);
  if (earlierTokenHash !== undefined) await keys.revokeHash(userId, earlierTokenHash);
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: TOKEN_LIFETIME_SECONDS,
    account_id: userId,
    ...defined({ scope: scope ?? undefined }),
  };
}

/** The statuses are documented. The codes are those of RFC 8628, section 3.5. */
const REFUSALS = {
  pending: [400, 'authorization_pending', 'The device is not approved yet: ask again after the interval'],
  'slow-down': [429, 'slow_down', 'Asked too soon: add 5 seconds to the interval'],
  denied: [403, 'access_denied', 'The person refused this device'],
  expired: [400, 'expired_token', 'The device code has expired: request a new one'],
  unknown: [400, 'invalid_grant', 'The `device_code` is unknown or was used already'],
} as const;

function refusal(state: keyof typeof REFUSALS): ApiError {
  const [status, code, message] = REFUSALS[state];
  return new ApiError(status, code, message);
}

/** The sign-in of a device (RFC 8628), by JSON or by forms. */
export const deviceRoutes: Route[] = [
  route(
    {
      method: 'POST',
      path: '/auth/device/code',
      summary: 'Request a code for a device; the person types the user code on the page of the service',
      access: 'public',
      body: deviceCodeRequestSchema,
      isBodyOptional: true,
      takesForm: true,
      answer: deviceCodeSchema,
      ours: ['scope'],
      refusals: [429],
    },
    answerCode,
  ),
  route(
    {
      method: 'POST',
      path: '/auth/device/token',
      summary: 'Exchange the code of a device for a token, once the person has approved it (RFC 8628)',
      access: 'public',
      body: deviceTokenRequestSchema,
      takesForm: true,
      answer: grantedTokenSchema,
      ours: ['client_id', 'account_id', 'scope'],
      refusals: [403, 429],
    },
    answerToken,
  ),
];

/**
 * Tells OAuth clients where to find the device sign-in (RFC 8414); not in API v1. Fields that do not apply
 * here are empty, because the RFC requires them.
 */
export function authorizationServerRoute(service: Pick<Service, 'publicUrl'>) {
  return new Hono<Env>().get('/.well-known/oauth-authorization-server', (c) => {
    const origin = originOf(c, service);
    return c.json({
      issuer: origin,
      device_authorization_endpoint: `${origin}/api/v1/auth/device/code`,
      token_endpoint: `${origin}/api/v1/auth/device/token`,
      revocation_endpoint: `${origin}/api/v1/auth/revoke`,
      service_documentation: `${origin}/api`,
      grant_types_supported: [deviceGrantType],
      scopes_supported: KEY_SCOPES,
      response_types_supported: [],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
    });
  });
}
