import { safeParse } from 'zod/mini';
import {
  deviceCodeSchema,
  deviceGrantType,
  deviceTokenSchema,
  type DeviceCode,
} from '../protocol/tracker/device-sign-in';
import { request } from './request';
import { TrackerError } from './tracker-error';
import { defined } from '../core/values/defined';

export interface DeviceOptions {
  /** As `parseBaseUrl` gives it. */
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs?: number;
  readonly now: () => number;
  readonly signal?: AbortSignal;
  /** Path of the operation that gives a device code; the interface description does not show it. */
  readonly codePath?: string;
}

/** What one poll found. `slow-down`: add 5 seconds to the interval (RFC 8628, 3.5). `expiresIn` in seconds. */
export type DevicePoll =
  | {
      readonly state: 'approved';
      readonly token: string;
      readonly expiresIn: number;
      readonly accountId?: string;
    }
  | { readonly state: 'pending' | 'slow-down' | 'denied' | 'expired' };

/** First step of the device sign-in. `clientName` is what the person sees when approving. Rejects with a `TrackerError`. */
export async function requestDeviceCode(clientName: string, options: DeviceOptions): Promise<DeviceCode> {
  const path = options.codePath ?? '/auth/device/code';
  const answer = await ask(path, { client_name: clientName.slice(0, 60) }, options);
  const code = safeParse(deviceCodeSchema, answer);
  if (!code.success) throw new TrackerError('malformed', 'The tracker gave no usable device code');
  return code.data;
}

/** One poll; when to poll again is the caller's business. Rejects with a `TrackerError` when it could not be found out. */
export async function pollDeviceToken(deviceCode: string, options: DeviceOptions): Promise<DevicePoll> {
  try {
    const answer = await ask(
      '/auth/device/token',
      { device_code: deviceCode, grant_type: deviceGrantType },
      options,
    );
    const token = safeParse(deviceTokenSchema, answer);
    if (!token.success) throw new TrackerError('malformed', 'The tracker gave no usable token');
    const { access_token, expires_in, account_id } = token.data;
    return {
      state: 'approved',
      token: access_token,
      expiresIn: expires_in,
      ...defined({ accountId: account_id }),
    };
  } catch (error) {
    const state = error instanceof TrackerError ? states.get(error.reason?.toLowerCase() ?? '') : undefined;
    if (state === undefined) throw error;
    return { state };
  }
}

/** A map and not an object: the words come from outside, and `constructor` is a word. */
const states = new Map<string, Exclude<DevicePoll['state'], 'approved'>>([
  ['authorization_pending', 'pending'],
  ['slow_down', 'slow-down'],
  ['access_denied', 'denied'],
  ['expired_token', 'expired'],
  // RFC 6749: the code is unknown or was used up; for the person it is the same as expired.
  ['invalid_grant', 'expired'],
]);

/** Some trackers wrap also these answers in the success envelope; the interface shows them bare. */
async function ask(path: string, body: object, options: DeviceOptions): Promise<unknown> {
  const { baseUrl, fetch, now, timeoutMs = 20_000, signal } = options;
  const answer = await request(baseUrl + path, { fetch, now, timeoutMs, signal, body });
  const isWrapped = typeof answer === 'object' && answer !== null && 'success' in answer && 'data' in answer;
  return isWrapped ? answer.data : answer;
}
