import * as z from 'zod/mini';
import { CatalogueError } from '../catalogue';
import type { Pace } from '../fair-turns';
import { readLimited, retryAfter } from '../tmdb/read-response';
import { createSourcePace, type SourceClock, type SourceLimit } from './source-pace';

export type SourceClientOptions = Readonly<{
  /** The source's name for people. */
  name: string;
  fetch: typeof fetch;
  /** Base address without a slash at the end. */
  url: string;
  /** Sent as `User-Agent`: the software, and how to reach its owner. */
  userAgent: string;
  limit: SourceLimit;
  /** Milliseconds for the response and its body. */
  timeoutMs?: number;
  clock?: SourceClock | undefined;
  /** Arranges the requests of several people. Absent: they begin in order of arrival. */
  arrange?: (pace: Pace) => Pace;
}>;

/** The outcomes of all requests since the start of the process. */
export type SourceState = Readonly<{
  requests: number;
  failures: number;
  /** When a request was last answered, and when one last failed, in milliseconds since 1970. */
  answeredAt?: number;
  failedAt?: number;
  /** Why the last request failed. Absent after an answer. */
  problem?: SourceProblem;
}>;

/**
 * `busy`: the source asked to wait. `unreadable`: its answer has another format. `away`: no answer, or an
 * error.
 */
export type SourceProblem = 'busy' | 'unreadable' | 'away';

export type SourceClient = Readonly<{
  /**
   * Requests a path. `undefined`: 404. Rejects with a `CatalogueError` for any other response that is not in
   * the expected format.
   */
  ask<T>(path: string, schema: z.ZodMiniType<T>, options?: AskOptions): Promise<T | undefined>;
  state: () => SourceState;
}>;

type AskOptions = Readonly<{
  /** Sent as JSON. */
  body?: unknown;
  /** Finds a refusal inside a response with status 200. */
  refusal?: (body: unknown) => 'busy' | 'away' | undefined;
}>;

/** Maximum size of a body in bytes. Fifteen well-known works of Wikidata have about 4 MB. */
const BODY_LIMIT = 16 * 1024 * 1024;
/**
 * After this many failures in a row, requests pause for `SHORTEST_PAUSE_MS`. Each further failure doubles the
 * pause, up to `LONGEST_PAUSE_MS`.
 */
const FAILURES = 3;
const SHORTEST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 300_000;

/** A client for one source. It keeps the source's limit, and pauses while the source fails. */
export function createSourceClient(options: SourceClientOptions): SourceClient {
  const { name, limit, clock, arrange = (pace) => pace } = options;
  const pace = arrange(createSourcePace(name, limit, clock));
  const record = createRecord(pace);
  return {
    async ask(path, schema, { body, refusal } = {}) {
      await pace.admit();
      record.noteRequest();
      try {
        const answer = await exchange(options, path, body);
        const found = answer === undefined ? undefined : read(answer, schema, refusal);
        record.noteAnswer();
        return found;
      } catch (error) {
        const failure = error instanceof Failure ? error : new Failure('away', { cause: error });
        record.noteFailure(failure);
        throw failure.toCatalogueError(name);
      }
    },
    state: record.state,
  };
}

function createRecord(pace: Pace) {
  let state: SourceState = { requests: 0, failures: 0 };
  let inRow = 0;
  return {
    state: () => state,
    noteRequest(): void {
      state = { ...state, requests: state.requests + 1 };
    },
    noteAnswer(): void {
      const { problem: _, ...rest } = state;
      state = { ...rest, answeredAt: Date.now() };
      inRow = 0;
    },
    noteFailure({ problem, retryAfterMs = 0 }: Failure): void {
      state = { ...state, failures: state.failures + 1, failedAt: Date.now(), problem };
      inRow += 1;
      if (problem === 'busy') pace.pause(retryAfterMs, 'busy');
      else if (inRow >= FAILURES)
        pace.pause(Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** (inRow - FAILURES)), 'unreachable');
    },
  };
}

type SourceResponse = Readonly<{
  body: unknown;
  retryAfterMs: number;
}>;

/** Sends a request and reads its response. `undefined`: 404. */
async function exchange(options: SourceClientOptions, path: string, body: unknown) {
  const response = await send(options, options.url + path, body);
  const retryAfterMs = retryAfter(response.headers.get('retry-after'));
  if (response.ok) {
    const text = new TextDecoder().decode(await readLimited(response, BODY_LIMIT));
    return { body: parse(text), retryAfterMs };
  }
  await response.body?.cancel();
  if (response.status === 404) return undefined;
  if (response.status === 429 || response.status === 503) throw new Failure('busy', { retryAfterMs });
  throw new Failure('away', { cause: response.status });
}

/** Sends a request and follows one redirect, because a TVmaze look-up redirects to the series. */
async function send(
  options: SourceClientOptions,
  url: string,
  body: unknown,
  isFirst = true,
): Promise<Response> {
  const { fetch, userAgent, timeoutMs = 5000 } = options;
  const content = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(url, {
    ...content,
    headers: { accept: 'application/json', 'user-agent': userAgent, ...type },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const isRedirect = response.status >= 300 && response.status < 400;
  if (!isRedirect || !isFirst) return response;
  await response.body?.cancel();
  return send(options, nextAddress(response, url), undefined, false);
}

/** The target of the redirect. Throws if it is on another server. */
function nextAddress({ headers }: Response, url: string): string {
  const place = headers.get('location') ?? '';
  const next = URL.canParse(place, url) ? new URL(place, url) : undefined;
  if (next?.origin !== new URL(url).origin) throw new Failure('away', { cause: 'another address' });
  return next.href;
}

function read<T>(
  { body, retryAfterMs }: SourceResponse,
  schema: z.ZodMiniType<T>,
  refusal: AskOptions['refusal'],
): T {
  const refused = refusal?.(body);
  if (refused !== undefined) throw new Failure(refused, { retryAfterMs });
  const result = z.safeParse(schema, body);
  if (!result.success) throw new Failure('unreadable');
  return result.data;
}

/** `undefined` if the text is no JSON. No schema accepts that. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

class Failure extends Error {
  readonly problem: SourceProblem;
  readonly retryAfterMs: number | undefined;

  constructor(
    problem: SourceProblem,
    { retryAfterMs, cause }: { retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(problem, { cause });
    this.problem = problem;
    this.retryAfterMs = retryAfterMs;
  }

  toCatalogueError(name: string): CatalogueError {
    const { problem, retryAfterMs } = this;
    if (problem === 'busy')
      return new CatalogueError(
        'busy',
        `${name} asks to wait`,
        retryAfterMs === undefined ? {} : { retryAfterMs },
      );
    return new CatalogueError('unreachable', `${name} cannot be reached`, { cause: this });
  }
}
