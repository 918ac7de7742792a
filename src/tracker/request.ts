import { defined } from '../core/values/defined';
import { isRecord } from '../core/values/is-record';
import { parseJson } from '../core/values/parse-json';
import { readText } from './read-text';
import { parseRetryAfter } from './retry-after';
import { codeOf, TrackerError } from './tracker-error';

export type RequestOptions = Readonly<{
  fetch: typeof globalThis.fetch;
  /** Milliseconds in which the whole response must arrive. */
  timeoutMs: number;
  /** Milliseconds since 1970. */
  now: () => number;
  signal?: AbortSignal | undefined;
  /** Sent in the `Authorization` header. */
  token?: string | undefined;
  /** Sent as JSON with POST. Without it the request is a GET. */
  body?: object | undefined;
  /** Default: POST with a body, else GET. */
  method?: string | undefined;
  /** The only status of a success; any 2xx when absent. */
  expected?: number | undefined;
}>;

/** Longest message of an error record that is kept, and longest code, in characters. */
const MESSAGE_LIMIT = 300;
const REASON_LIMIT = 60;

/** The parsed JSON of a success, an empty text for 204. Rejects with a `TrackerError` for everything else. */
export async function request(url: string, options: RequestOptions): Promise<unknown> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  try {
    const { response, text } = await exchange(url, options, timeout);
    return readSuccess(response, parseJson(text), options);
  } catch (error) {
    if (error instanceof TrackerError) throw error;
    throw new TrackerError(timeout.aborted ? 'timeout' : 'network', '', { cause: error });
  }
}

async function exchange(
  url: string,
  { fetch, token, body, signal, method = body === undefined ? 'GET' : 'POST' }: RequestOptions,
  timeout: AbortSignal,
) {
  const response = await fetch(url, {
    method,
    ...defined({ body: JSON.stringify(body) }),
    headers: defined({
      accept: 'application/json',
      authorization: token === undefined ? undefined : `Bearer ${token}`,
      'content-type': body === undefined ? undefined : 'application/json',
    }),
    signal: signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    // A redirect would send the token to another address. Cookies of the tracker's pages are not sent.
    redirect: 'error',
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  });
  return { response, text: await readText(response) };
}

/** `body` is `undefined` where the text was not JSON. */
function readSuccess(response: Response, body: unknown, { now, expected }: RequestOptions): unknown {
  const { ok, status } = response;
  if (!ok) throw toError(response, body, now());
  // Every error has an error status; a record with another one was put there by something in between.
  if (isRecord(body) && typeof body['error'] === 'string')
    throw new TrackerError('malformed', '', { status });
  if (status === 204) return '';
  if (body !== undefined && status === (expected ?? status)) return body;
  throw new TrackerError('malformed', '', { status });
}

function toError(response: Response, body: unknown, now: number): TrackerError {
  const record = readRecord(body);
  const { status, headers } = response;
  return new TrackerError(codeOf(status), toLine(record?.message ?? ''), {
    status,
    reason: record?.error.slice(0, REASON_LIMIT),
    retryAfter: retryAfterOf(headers, now),
  });
}

/**
 * The error record of API v1, or the one of OAuth 2.0: `error_description` in place of `message`, or neither
 * with one of its codes. Nothing else is an answer of the tracker itself.
 */
function readRecord(body: unknown): Readonly<{ error: string; message: string }> | undefined {
  if (!isRecord(body) || typeof body['error'] !== 'string') return undefined;
  const { error, message, error_description: description } = body;
  if (typeof message === 'string') return { error, message };
  if (typeof description === 'string') return { error, message: description };
  return OAUTH_CODE.test(error) ? { error, message: '' } : undefined;
}

/** Of RFC 6749 and RFC 8628, as far as they end or prolong a device sign-in. */
const OAUTH_CODE = /^(authorization_pending|slow_down|access_denied|expired_token|invalid_grant)$/i;

/**
 * The wait that a response asks for, in seconds. By the time of the tracker's clock: this computer's may be
 * hours off, and a date would be waited for.
 */
export function retryAfterOf(headers: Headers, now: number): number | undefined {
  return parseRetryAfter(headers.get('retry-after'), Date.parse(headers.get('date') ?? '') || now);
}

/** One line without control characters. Cut before the replacement too, so that a long text costs no time. */
function toLine(message: string): string {
  return message
    .slice(0, MESSAGE_LIMIT * 4)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MESSAGE_LIMIT);
}
