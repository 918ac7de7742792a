import { safeParse } from 'zod/mini';
import { errorRecordSchema } from '../protocol/tracker/envelope';
import { readText } from './read-answer';
import { parseRetryAfter } from './retry-after';
import { codeOf, TrackerError } from './tracker-error';
import { parseJson } from '../core/values/parse-json';

export interface RequestOptions {
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds until the whole answer must be there. */
  readonly timeoutMs: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
  /** Sent in the Authorization header, and nowhere else. */
  readonly token?: string | undefined;
  /** Sent as JSON by POST; without it the request is a GET. */
  readonly body?: object | undefined;
}

/** One exchange with the tracker. Resolves to the parsed JSON of a success; everything else is a `TrackerError`. */
export async function request(url: string, options: RequestOptions): Promise<unknown> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), options.timeoutMs);
  try {
    const { response, text } = await exchange(url, options, limit.signal);
    const answer = parseJson(text);
    if (!response.ok) throw refusal(response, answer, options.now());
    if (answer === undefined)
      throw new TrackerError('malformed', 'The tracker did not answer with JSON', {
        status: response.status,
      });
    return answer;
  } catch (error) {
    if (error instanceof TrackerError) throw error;
    if (limit.signal.aborted)
      throw new TrackerError('timeout', 'The tracker did not answer in time', { cause: error });
    throw new TrackerError('network', 'The tracker could not be reached', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function exchange(url: string, { fetch, token, body, signal }: RequestOptions, limit: AbortSignal) {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
    // The token goes to the configured address only; cookies of the tracker's pages do not go at all.
    redirect: 'error',
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  });
  return { response, text: await readText(response) };
}

function refusal(response: Response, answer: unknown, now: number): TrackerError {
  const record = safeParse(errorRecordSchema, answer);
  const { status } = response;
  return new TrackerError(
    codeOf(status),
    record.success ? clean(record.data.message) : `The tracker answered ${String(status)}`,
    {
      status,
      reason: record.success ? record.data.error.slice(0, 60) : undefined,
      retryAfter: parseRetryAfter(response.headers.get('retry-after'), now),
    },
  );
}

/** Text from outside, for a line of the popup. */
function clean(message: string): string {
  return message
    .slice(0, 1200)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 300);
}
