import { defined } from '../core/values/defined';
import { isRecord } from '../core/values/is-record';
import {
  deviceCodeSchema,
  deviceGrantType,
  deviceTokenSchema,
  extensionClientId,
  type DeviceCode,
} from '../protocol/tracker/device-sign-in';
import { readResponse, request } from './request';
import { TrackerError } from './tracker-error';

export type DeviceOptions = Readonly<{
  /** As `parseBaseUrl` returns it. */
  baseUrl: string;
  fetch: typeof globalThis.fetch;
  /** Milliseconds per request; 20,000 when absent. */
  timeoutMs?: number;
  /** Milliseconds since 1970. */
  now: () => number;
  signal?: AbortSignal;
  /** The path for requesting a device code, which is not documented; default `/auth/device/code`. */
  codePath?: string;
}>;

/** The result of a poll. `slow-down`: add 5 s to the interval (RFC 8628, 3.5). `expiresIn`: seconds. */
export type DevicePoll =
  | Readonly<{
      state: 'approved';
      token: string;
      expiresIn: number;
      accountId?: string;
    }>
  | Readonly<{ state: 'pending' | 'slow-down' | 'denied' | 'expired' }>;

type OpenState = Exclude<DevicePoll['state'], 'approved'>;

/** Starts a sign-in. The person sees `clientName` when approving it. Rejects with a `TrackerError`. */
export async function requestDeviceCode(
  clientName: string,
  options: DeviceOptions,
): Promise<DeviceCode & Readonly<{ interval: number }>> {
  const { codePath = '/auth/device/code' } = options;
  const response = await post(codePath, { client_name: clientName, client_id: extensionClientId }, options);
  const { interval = 5, ...code } = readResponse(response, deviceCodeSchema);
  return { ...code, interval };
}

/** Polls once. Rejects with a `TrackerError` if the state of the sign-in remains unknown. */
export async function pollDeviceToken(deviceCode: string, options: DeviceOptions): Promise<DevicePoll> {
  try {
    const body = { device_code: deviceCode, grant_type: deviceGrantType };
    return toApproved(await post('/auth/device/token', body, options));
  } catch (error) {
    const state = error instanceof TrackerError ? stateOf(error) : undefined;
    if (state === undefined) throw error;
    return { state };
  }
}

/** By the code of the error, otherwise by the status: trackers send 403 and 428 with records of their own. */
function stateOf({ reason, status }: TrackerError): OpenState | undefined {
  const known = STATES.get(reason?.toLowerCase() ?? '');
  if (known !== undefined || status === undefined) return known;
  // A 403 from a firewall in between has no error record of the tracker.
  return status === 403 && reason === undefined ? undefined : STATUSES[status];
}

/**
 * Ours: revokes this token at the tracker (RFC 7009). It is sent in the header, as in every other request.
 */
export async function revokeToken(token: string, options: DeviceOptions): Promise<void> {
  const { baseUrl, fetch, now, timeoutMs = 20_000, signal } = options;
  await request(`${baseUrl}/auth/revoke`, { fetch, now, timeoutMs, signal, token, body: {} });
}

function toApproved(response: unknown): DevicePoll {
  const { access_token, expires_in, account_id } = readResponse(response, deviceTokenSchema);
  return {
    state: 'approved',
    token: access_token,
    expiresIn: expires_in,
    ...defined({ accountId: account_id }),
  };
}

/**
 * By the error codes of RFC 8628 and RFC 6749. A map, because a plain object also has `constructor` and other
 * names.
 */
const STATES = new Map<string, OpenState>([
  ['authorization_pending', 'pending'],
  ['slow_down', 'slow-down'],
  ['access_denied', 'denied'],
  ['expired_token', 'expired'],
  // The code is unknown or already used. As with an expired one, the person starts again.
  ['invalid_grant', 'expired'],
]);

const STATUSES: Readonly<Record<number, OpenState>> = {
  403: 'denied',
  428: 'pending',
  429: 'slow-down',
};

/** These responses are documented without an envelope, but some trackers send one. */
async function post(path: string, body: object, options: DeviceOptions): Promise<unknown> {
  const { baseUrl, fetch, now, timeoutMs = 20_000, signal } = options;
  const response = await request(baseUrl + path, { fetch, now, timeoutMs, signal, body });
  const isEnvelope = isRecord(response) && 'success' in response && 'data' in response;
  return isEnvelope ? response['data'] : response;
}
