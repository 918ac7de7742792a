import { defined } from '../core/values/defined';
import { isRecord } from '../core/values/is-record';
import { parseJson } from '../core/values/parse-json';
import { parseRetryAfter, codeOf, TrackerError } from './tracker-error';
import { safeParse, type ZodMiniType } from 'zod/mini';
import { envelopeSchema } from '../protocol/tracker/envelope';

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
  /** The only status that counts as success; any 2xx if absent. */
  expected?: number | undefined;
}>;

/** Limits in characters: the kept message of an error record, and its code. */
const MESSAGE_LIMIT = 300;

const REASON_LIMIT = 60;

/**
 * The parsed JSON of a successful response; an empty text for 204. Rejects with a `TrackerError` for anything
 * else.
 */
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

/** `body` is `undefined` if the text was not JSON. */
function readSuccess(response: Response, body: unknown, { now, expected }: RequestOptions): unknown {
  const { ok, status } = response;
  if (!ok) throw toError(response, body, now());
  // Every error has an error status, so an error record with another status was inserted by something in
  // between.
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
 * The error record of API v1, or that of OAuth 2.0: with `error_description` instead of `message`, or with
 * neither but one of its codes. Nothing else counts as an answer of the tracker itself.
 */
function readRecord(body: unknown): Readonly<{ error: string; message: string }> | undefined {
  if (!isRecord(body) || typeof body['error'] !== 'string') return undefined;
  const { error, message, error_description: description } = body;
  if (typeof message === 'string') return { error, message };
  if (typeof description === 'string') return { error, message: description };
  return OAUTH_CODE.test(error) ? { error, message: '' } : undefined;
}

/** The codes of RFC 6749 and RFC 8628 that end or prolong a device sign-in. */
const OAUTH_CODE = /^(authorization_pending|slow_down|access_denied|expired_token|invalid_grant)$/i;

/**
 * The wait that a response asks for, in seconds. A date is compared with the tracker's clock: this computer's
 * may be hours off.
 */
export function retryAfterOf(headers: Headers, now: number): number | undefined {
  return parseRetryAfter(headers.get('retry-after'), Date.parse(headers.get('date') ?? '') || now);
}

/**
 * One line without control characters. Also cut before the replacement, so that a long text costs no time.
 */
function toLine(message: string): string {
  return message
    .slice(0, MESSAGE_LIMIT * 4)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, MESSAGE_LIMIT);
}

/** `data` of the success envelope. Throws `malformed` for every other response. */
export function readData(response: unknown): unknown {
  const { success, data } = readResponse(response, envelopeSchema);
  requireSuccess(success);
  return data;
}

/** The response, parsed by the schema. Throws `malformed` if it does not fit. */
export function readResponse<T>(response: unknown, schema: ZodMiniType<T>): T {
  const result = safeParse(schema, response);
  if (!result.success) throw new TrackerError('malformed');
  return result.data;
}

/** Throws `malformed` for `success: false`: by its documents, an error has an error status. */
export function requireSuccess(success: boolean | undefined): void {
  if (success === false) throw new TrackerError('malformed');
}

/** Largest response body in bytes. A larger one is not read to its end. */
export const responseLimit = 2 * 1024 * 1024;

/**
 * The body as text. If it is larger than `responseLimit`, rejects with `malformed` and closes the connection.
 */
export async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- chunks arrive one after the other
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    if (size > responseLimit) {
      // oxlint-disable-next-line no-await-in-loop -- ends the loop
      await reader.cancel();
      throw new TrackerError('malformed', '', { status: response.status });
    }
    text += decoder.decode(value, { stream: true });
  }
}
