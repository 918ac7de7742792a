import { defined } from '../../core/values/defined';
import { isRecord } from '../../core/values/is-record';
import { parseJson } from '../../core/values/parse-json';
import type { Sink, SinkTrouble } from '../store/sink';

/** What became of one delivery. `later`: nothing is wrong with it; the sink is tried again after a time. */
export type SinkAnswer =
  /** `status` 0: there was nothing to send. */
  | Readonly<{ kind: 'sent' | 'refused'; status: number }>
  | Readonly<{
      kind: 'later';
      trouble: Extract<SinkTrouble, 'unreachable' | 'busy' | 'failing'>;
      retryAfter?: number;
    }>
  /** The sink takes neither this nor anything else. */
  | Readonly<{ kind: 'stopped'; trouble: Extract<SinkTrouble, 'refused' | 'full'> }>;

export const nothingToSend: SinkAnswer = { kind: 'sent', status: 0 };

/** How requests are made; `signal` ends them. */
export type Via = Readonly<{
  fetch: typeof fetch;
  signal?: AbortSignal;
  now: () => number;
  limit: ReadLimit;
  /** Keeps the secret that the sink has given instead of the one before. */
  saveSecret: (sink: Sink, secret: string) => Promise<void>;
}>;

/** What one step may read, however much the other side sends. Nothing is read after `until`. */
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
  /** The answer may hold years of viewings, and take its time. */
  isLarge?: boolean;
}>;

export type HttpAnswer = Readonly<{
  status: number;
  headers: Headers;
  /** The JSON of the answer; `undefined` where it is none. */
  body: unknown;
}>;

const TIMEOUT_MS = 15_000;
const LARGE_TIMEOUT_MS = 60_000;
/** Characters. What is longer is cut off, and so no JSON. */
const LONGEST_ANSWER = 2_000_000;
const LONGEST_LARGE_ANSWER = 32_000_000;
/** Of all answers of one step. */
const MOST_CHARACTERS = 64_000_000;
/** Milliseconds: with a last request that takes its time it is shorter than `CLAIM_MS`. */
const STEP_MS = 180_000;

export const startLimit = (now: number): ReadLimit => ({ characters: MOST_CHARACTERS, until: now + STEP_MS });

/**
 * One request. Rejects where there is no answer. A redirect is not followed: the secret is for the address
 * that was entered.
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

/** Not read beyond `longest`, however much is sent. */
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
 * What an answer without success means: wait, or this delivery is not taken, or nothing is. 420 is Trakt's
 * for an account that is full. `stops`: further statuses after which nothing is taken.
 */
export function failureOf({ status, headers }: HttpAnswer, stops: readonly number[] = []): SinkAnswer {
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
 * What became of a delivery to Trakt or one of those that answer like it. 409: it has the viewing. What it
 * does not know it names under `not_found`.
 */
export function settle(answer: HttpAnswer, stops: readonly number[] = []): SinkAnswer {
  const { status, body } = answer;
  if (!isSuccess(answer)) return status === 409 ? { kind: 'sent', status } : failureOf(answer, stops);
  const lists = isRecord(body) ? body['not_found'] : undefined;
  const unknown = isRecord(lists) ? Object.values(lists).flat() : [];
  return unknown.length > 0 ? { kind: 'refused', status: 404 } : { kind: 'sent', status };
}
