import { defined } from '../core/values/defined';

/** Why a request to the tracker failed. */
export type TrackerErrorCode =
  /** No response: offline, refused, unknown host, or a redirect, which is not followed. */
  | 'network'
  | 'timeout'
  /** 401, or no token to send. */
  | 'unauthorized'
  | 'forbidden'
  /** 400 and similar: the same request will never be accepted. */
  | 'validation'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'rate-limited'
  | 'server'
  /** A response in an undocumented format. */
  | 'malformed';

export type TrackerErrorDetails = Readonly<{
  /** HTTP status, if there was a response. */
  status?: number | undefined;
  /** Machine-readable code of the error record, such as `slow_down`. */
  reason?: string | undefined;
  /** `Retry-After` in seconds. */
  retryAfter?: number | undefined;
  /** The error concerns only this title; the tracker works. */
  aboutTitle?: boolean | undefined;
  cause?: unknown;
}>;

/**
 * `message` comes from the tracker's error record if there was one: foreign text of at most 300 characters.
 * The pages have a text for each code.
 */
export class TrackerError extends Error {
  override readonly name = 'TrackerError';
  readonly code: TrackerErrorCode;
  readonly status: number | undefined;
  readonly reason: string | undefined;
  readonly retryAfter: number | undefined;
  readonly aboutTitle: boolean;

  constructor(
    code: TrackerErrorCode,
    message = '',
    { status, reason, retryAfter, aboutTitle = false, cause }: TrackerErrorDetails = {},
  ) {
    super(message, defined({ cause }));
    this.code = code;
    this.status = status;
    this.reason = reason;
    this.retryAfter = retryAfter;
    this.aboutTitle = aboutTitle;
  }
}

/**
 * The tracker refused the token, with the error record of API v1. A proxy's 401 has no such record, nor has a
 * call that was not made for lack of a token.
 */
export function isUnauthorized({ status, reason }: TrackerError): boolean {
  return status === 401 && reason === 'UNAUTHORIZED';
}

/** The code for the HTTP status of a response that is not a success. */
export function codeOf(status: number): TrackerErrorCode {
  if (status === 408 || status === 504) return 'timeout';
  if (status >= 500) return 'server';
  return CODES[status] ?? (status >= 400 ? 'validation' : 'malformed');
}

const CODES: Readonly<Record<number, TrackerErrorCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  410: 'not-found',
  413: 'too-large',
  425: 'rate-limited',
  429: 'rate-limited',
};

/** Longest accepted wait in seconds: one day. */
const LONGEST_WAIT = 24 * 3600;

/**
 * The date forms of HTTP (RFC 9110, 5.6.7), and ISO 8601. `Date.parse` alone would also read `-5` and `1.5`.
 */
const DATE = /^(?:[A-Z][a-z]{2,8},? [\w: -]+(?: GMT)?|\d{4}-\d\d-\d\dT\S+)$/;

/**
 * `Retry-After` in seconds from `now` (milliseconds since 1970). The header contains seconds or an HTTP date
 * (RFC 9110, 10.2.3). If it was sent twice, the first value counts; text after the seconds is ignored.
 * `undefined` if it is absent, negative, or in another format.
 */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(?![-\d:])/.test(text)) return Math.min(Math.ceil(Number.parseFloat(text)), LONGEST_WAIT);
  const at = DATE.test(text) ? Date.parse(/GMT$|T/.test(text) ? text : `${text} GMT`) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  return Math.min(Math.max(0, Math.ceil((at - now) / 1000)), LONGEST_WAIT);
}
