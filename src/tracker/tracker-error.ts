/** Why a call to the tracker did not succeed; each has its own path in the outbox. */
export type TrackerErrorCode =
  /** No answer: offline, refused, no such host, or a redirect (never followed: the token would go with it). */
  | 'network'
  | 'timeout'
  /** 401, or no token to send. */
  | 'unauthorized'
  | 'forbidden'
  /** 400 and its like: the same request will never be accepted. */
  | 'validation'
  | 'not-found'
  | 'conflict'
  | 'too-large'
  | 'rate-limited'
  | 'server'
  /** An answer that is not what the interface says. */
  | 'malformed';

export interface TrackerErrorDetails {
  /** HTTP status, where there was an answer. */
  readonly status?: number | undefined;
  /** Machine-readable code of the error record, such as `slow_down`. */
  readonly reason?: string | undefined;
  /** Seconds that the tracker asks to wait. */
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** `message` is the tracker's own where it gave one: text from outside, cut to 300 characters. */
export class TrackerError extends Error {
  override readonly name = 'TrackerError';
  readonly code: TrackerErrorCode;
  readonly status: number | undefined;
  readonly reason: string | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    code: TrackerErrorCode,
    message: string,
    { status, reason, retryAfter, cause }: TrackerErrorDetails = {},
  ) {
    super(message, cause === undefined ? {} : { cause });
    this.code = code;
    this.status = status;
    this.reason = reason;
    this.retryAfter = retryAfter;
  }
}

/** What an answer that is not a success means. */
export function codeOf(status: number): TrackerErrorCode {
  if (status === 408 || status === 504) return 'timeout';
  if (status >= 500) return 'server';
  return known[status] ?? (status >= 400 ? 'validation' : 'malformed');
}

const known: Readonly<Record<number, TrackerErrorCode>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  410: 'not-found',
  413: 'too-large',
  425: 'rate-limited',
  429: 'rate-limited',
};
