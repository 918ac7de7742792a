import * as z from 'zod/mini';
import { CatalogueError } from '../catalogue-error';
import { readLimited } from '../tmdb/read-limited';
import { retryAfter } from '../tmdb/retry-after';

export interface SourceClientOptions {
  /** As people know the source. */
  readonly name: string;
  readonly fetch: typeof fetch;
  /** Base address without a slash at the end. */
  readonly url: string;
  /** Sent as `User-Agent`: the software, and how whoever runs it can be reached. */
  readonly userAgent: string;
  /**
   * At most this many requests begin within any `perMs`. One that would have to wait longer than
   * `longestWaitMs` is refused: it could not be answered in time.
   */
  readonly limit: { readonly requests: number; readonly perMs: number; readonly longestWaitMs: number };
  /** For the response and its body. */
  readonly timeoutMs?: number;
  readonly clock?: SourceClock | undefined;
}

/** The time between requests, for tests. */
export interface SourceClock {
  /** Milliseconds of a clock that cannot be set. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
}

const REAL_CLOCK: SourceClock = { now: () => performance.now(), wait: waitMs };

/** What has become of the requests since the start. */
export interface SourceState {
  readonly requests: number;
  readonly failures: number;
  /** Milliseconds since 1970 of the last answer, and of the last failure. */
  readonly answeredAt: number | undefined;
  readonly failedAt: number | undefined;
  /** Why the last request failed; `undefined` once one has been answered. */
  readonly problem: SourceProblem | undefined;
}

/** `busy`: it asked to wait; `unreadable`: the answer has another form; `away`: no answer, or an error. */
export type SourceProblem = 'busy' | 'unreadable' | 'away';

export interface SourceClient {
  /** `undefined`: 404. Rejects with a `CatalogueError` for everything else that is not the expected form. */
  ask<T>(path: string, schema: z.ZodMiniType<T>, options?: AskOptions): Promise<T | undefined>;
  readonly state: () => SourceState;
}

export interface AskOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Looks for a refusal within an answer with the status 200. */
  readonly refusal?: (body: unknown) => 'busy' | 'away' | undefined;
}

/** Largest body in bytes: fifteen well-known works of Wikidata have about 4 MB. */
const BODY_LIMIT = 16 * 1024 * 1024;
/** After this many failures in a row the source is left alone; twice as long after each further one. */
const FAILURES = 3;
const SHORTEST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 300_000;

/** Asks one source within its limit, and leaves it alone while it cannot answer. */
export function createSourceClient(options: SourceClientOptions): SourceClient {
  const { name, fetch, url, userAgent, limit, timeoutMs = 5000 } = options;
  const { now, wait } = options.clock ?? REAL_CLOCK;
  const begun: number[] = [];
  let pause = { until: Number.NEGATIVE_INFINITY, reason: 'busy' as 'busy' | 'unreachable' };
  let inRow = 0;
  const state: { -readonly [K in keyof SourceState]: SourceState[K] } = {
    requests: 0,
    failures: 0,
    answeredAt: undefined,
    failedAt: undefined,
    problem: undefined,
  };

  const refuseWhilePaused = () => {
    const left = pause.until - now();
    if (left > 0) throw new CatalogueError(pause.reason, `${name} is not asked`, { retryAfterMs: left });
  };

  /** A place among the requests of the last `perMs`; later ones are booked ahead. */
  async function admit(): Promise<void> {
    refuseWhilePaused();
    const at = now();
    while (begun.length > 0 && (begun[0] ?? 0) <= at - limit.perMs) begun.shift();
    const before = begun.at(-limit.requests);
    const start = before === undefined ? at : Math.max(at, before + limit.perMs);
    if (start - at > limit.longestWaitMs)
      throw new CatalogueError('busy', `Too many questions wait for ${name}`, { retryAfterMs: start - at });
    begun.push(start);
    if (start === at) return;
    await wait(start - at);
    refuseWhilePaused();
  }

  function fail(problem: SourceProblem, error: CatalogueError): never {
    state.failures += 1;
    state.failedAt = Date.now();
    state.problem = problem;
    inRow += 1;
    if (problem === 'busy') pause = { until: now() + (error.retryAfterMs ?? 0), reason: 'busy' };
    else if (inRow >= FAILURES) {
      const ms = Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** (inRow - FAILURES));
      pause = { until: now() + ms, reason: 'unreachable' };
    }
    throw error;
  }

  async function request(path: string, body: unknown): Promise<Response> {
    state.requests += 1;
    const json = body === undefined ? undefined : JSON.stringify(body);
    return fetch(url + path, {
      ...(json === undefined ? {} : { method: 'POST', body: json }),
      headers: {
        accept: 'application/json',
        'user-agent': userAgent,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(timeoutMs),
    });
  }

  const busy = (response: Response) => {
    const retryAfterMs = retryAfter(response.headers.get('retry-after'));
    return fail('busy', new CatalogueError('busy', `${name} asks to wait`, { retryAfterMs }));
  };
  const away = (cause: unknown) =>
    fail('away', new CatalogueError('unreachable', `${name} cannot be reached`, { cause }));

  return {
    async ask(path, schema, { body, refusal } = {}) {
      await admit();
      const response = await request(path, body).catch(away);
      if (response.status === 429 || response.status === 503) {
        await response.body?.cancel();
        return busy(response);
      }
      if (!response.ok) {
        await response.body?.cancel();
        if (response.status !== 404) return away(`status ${String(response.status)}`);
        state.answeredAt = Date.now();
        inRow = 0;
        return undefined;
      }
      const bytes = await readLimited(response, BODY_LIMIT).catch(away);
      const read = parse(bytes);
      const refused = refusal?.(read);
      if (refused === 'busy') return busy(response);
      if (refused === 'away') return away('refused');
      const result = z.safeParse(schema, read);
      if (!result.success)
        return fail('unreadable', new CatalogueError('unreachable', `${name} answers in another form`));
      state.answeredAt = Date.now();
      state.problem = undefined;
      inRow = 0;
      return result.data;
    },
    state: () => ({ ...state }),
  };
}

/** `undefined`: it is no JSON, which no schema accepts. */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}

function waitMs(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
