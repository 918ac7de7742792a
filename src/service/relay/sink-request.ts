import { defined } from '../../core/values/defined';
import { isRecord } from '../../core/values/is-record';
import { parseJson } from '../../core/values/parse-json';
import type { Sink, SinkTrouble } from '../store/sink';

/** The result of a delivery. `later`: the delivery itself is valid, and is retried. */
export type SinkAnswer =
  /** `status` 0: there was nothing to send. */
  | Readonly<{ kind: 'sent' | 'refused'; status: number }>
  | Readonly<{
      kind: 'later';
      trouble: Extract<SinkTrouble, 'unreachable' | 'busy' | 'failing'>;
      retryAfter?: number;
    }>
  /** The sink accepts neither this nor any other delivery. */
  | Readonly<{ kind: 'stopped'; trouble: Extract<SinkTrouble, 'refused' | 'full'> }>;

export const nothingToSend: SinkAnswer = { kind: 'sent', status: 0 };

/** What a step makes its requests with. `signal` aborts them. */
export type Via = Readonly<{
  fetch: typeof fetch;
  signal?: AbortSignal;
  now: () => number;
  limit: ReadLimit;
  /** Replaces the sink's secret with the one that it has issued. */
  saveSecret: (sink: Sink, secret: string) => Promise<void>;
}>;

/** Limits how much one step reads, however much the sink sends. Reading stops at `until`. */
export interface ReadLimit {
  characters: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

export type HttpRequest = Readonly<{
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: object;
  /** Sent as a form, instead of `body`. */
  form?: Readonly<Record<string, string>>;
  /** The answer may hold years of viewings and arrive slowly. */
  isLarge?: boolean;
}>;

export type HttpAnswer = Readonly<{
  status: number;
  headers: Headers;
  /** The JSON of the answer; `undefined` if it is not JSON. */
  body: unknown;
}>;

const TIMEOUT_MS = 15_000;
const LARGE_TIMEOUT_MS = 60_000;
/** Characters. A longer answer is cut off, so it is not valid JSON. */
const LONGEST_ANSWER = 2_000_000;
const LONGEST_LARGE_ANSWER = 32_000_000;
/** Characters of all answers of one step. */
const MOST_CHARACTERS = 64_000_000;
/** Milliseconds in which a step may read. Even with a slow last request, it ends within `CLAIM_MS`. */
const STEP_MS = 180_000;

export const startLimit = (now: number): ReadLimit => ({ characters: MOST_CHARACTERS, until: now + STEP_MS });

/**
 * Makes one request. Rejects if there is no answer. Redirects are not followed: the secret belongs to the
 * address that the person entered.
 */
export async function request(
  via: Via,
  { method, url, headers, body, form, isLarge = false }: HttpRequest,
): Promise<HttpAnswer> {
  const content = form === undefined ? body && JSON.stringify(body) : new URLSearchParams(form).toString();
  const limit = AbortSignal.timeout(isLarge ? LARGE_TIMEOUT_MS : TIMEOUT_MS);
  const response = await via.fetch(
    url,
    defined({
      method,
      redirect: 'manual' as const,
      signal: via.signal === undefined ? limit : AbortSignal.any([via.signal, limit]),
      headers: defined({
        'content-type': content === undefined ? undefined : contentType(form !== undefined),
        'user-agent': 'Matinee',
        ...headers,
      }),
      body: content,
    }),
  );
  const text = await textOf(response, longestOf(via, isLarge));
  via.limit.characters -= text.length;
  return { status: response.status, headers: response.headers, body: parseJson(text) };
}

function longestOf({ now, limit }: Via, isLarge: boolean): number {
  if (now() > limit.until) return 0;
  return Math.min(limit.characters, isLarge ? LONGEST_LARGE_ANSWER : LONGEST_ANSWER);
}

/** Stops reading after `longest` characters. */
async function textOf({ body }: Response, longest: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (text.length > longest) break;
  }
  return text.slice(0, longest);
}

const contentType = (isForm: boolean) => (isForm ? 'application/x-www-form-urlencoded' : 'application/json');

export function isSuccess({ status }: HttpAnswer): boolean {
  return status >= 200 && status < 300;
}

/**
 * The meaning of an error status: retry later, this delivery is refused, or all deliveries are. Trakt answers
 * 420 for a full account. `stops`: further statuses after which all are refused.
 */
export function failureOf({ status, headers }: HttpAnswer, stops: number[] = []): SinkAnswer {
  if (status === 429 || status === 503) return busyAnswer(headers);
  if (status >= 500 || status === 408) return { kind: 'later', trouble: 'failing' };
  if (status === 420) return { kind: 'stopped', trouble: 'full' };
  if (status < 400 || [401, 403, ...stops].includes(status)) return { kind: 'stopped', trouble: 'refused' };
  return { kind: 'refused', status };
}

function busyAnswer(headers: Headers): SinkAnswer {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return defined({
    kind: 'later' as const,
    trouble: 'busy' as const,
    retryAfter: seconds >= 0 ? seconds : undefined,
  });
}

export const unreachable: SinkAnswer = { kind: 'later', trouble: 'unreachable' };

/**
 * The result of a delivery to Trakt or a sink that answers like it. 409: it already has the viewing. Unknown
 * titles are listed under `not_found`.
 */
export function settle(answer: HttpAnswer, stops: number[] = []): SinkAnswer {
  const { status, body } = answer;
  if (!isSuccess(answer)) return status === 409 ? { kind: 'sent', status } : failureOf(answer, stops);
  const lists = isRecord(body) ? body['not_found'] : undefined;
  const unknown = isRecord(lists) ? Object.values(lists).flat() : [];
  return unknown.length > 0 ? { kind: 'refused', status: 404 } : { kind: 'sent', status };
}
