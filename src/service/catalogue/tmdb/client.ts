import * as z from 'zod/mini';
import { CatalogueError } from '../catalogue';
import { readLimited, retryAfter } from './read-response';
import { type Pace, fairly } from '../fair-turns';

export type TmdbClientOptions = Readonly<{
  /** Read access token, sent as a bearer token. */
  token: string;
  fetch: typeof fetch;
  /** Base address without a slash at the end. */
  url?: string;
  /** Milliseconds for the response and its body. */
  timeoutMs?: number;
  rate?: Pace;
}>;

/**
 * Sends one request. `undefined`: 404. Rejects with a `CatalogueError` for any other response that is no
 * success or does not fit the schema.
 */
export type Get = <T>(
  path: string,
  schema: z.ZodMiniType<T>,
  query?: Readonly<Record<string, string>>,
) => Promise<T | undefined>;

/** Maximum size of a body in bytes. Seventeen seasons with all names of their guest stars have about 5 MB. */
const BODY_LIMIT = 8 * 1024 * 1024;

/** After this many failed requests in a row, requests pause for `OUTAGE_PAUSE_MS`. */
const OUTAGE_FAILURES = 3;
const OUTAGE_PAUSE_MS = 10_000;

/** A client for version 3 of themoviedb.org's API. */
export function createTmdbClient({
  token,
  fetch,
  url = 'https://api.themoviedb.org/3',
  timeoutMs = 5000,
  rate = createRequestRate(),
}: TmdbClientOptions): Get {
  let failures = 0;
  const noteFailure = () => {
    failures += 1;
    if (failures >= OUTAGE_FAILURES) rate.pause(OUTAGE_PAUSE_MS, 'unreachable');
  };
  return async (path, schema, query = {}) => {
    await rate.admit();
    try {
      const response = await fetch(addressOf(url, path, query), {
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
        // A redirect would send the token to another address.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const found = await readAnswer(response, schema, rate);
      failures = 0;
      return found;
    } catch (error) {
      if (error instanceof CatalogueError) throw error;
      noteFailure();
      throw new CatalogueError('unreachable', 'The film database cannot be reached', { cause: error });
    }
  };
}

function addressOf(url: string, path: string, query: Readonly<Record<string, string>>): string {
  const parameters = new URLSearchParams(query).toString();
  return parameters === '' ? url + path : `${url}${path}?${parameters}`;
}

async function readAnswer<T>(
  response: Response,
  schema: z.ZodMiniType<T>,
  rate: Pace,
): Promise<T | undefined> {
  if (response.ok) {
    const bytes = await readLimited(response, BODY_LIMIT);
    return z.parse(schema, JSON.parse(new TextDecoder().decode(bytes)));
  }
  await response.body?.cancel();
  if (response.status === 404) return undefined;
  if (response.status !== 429)
    throw new CatalogueError('unreachable', `The film database answered ${String(response.status)}`);
  const retryAfterMs = retryAfter(response.headers.get('retry-after'));
  rate.pause(retryAfterMs, 'busy');
  throw new CatalogueError('busy', 'The film database asks to wait', { retryAfterMs });
}

/**
 * Requests per second on average. Together with `BURST` these are fewer than 40 in any second, the limit that
 * the film database has stated.
 */
const RATE = 30;

/** Number of requests that may begin at once. */
const BURST = 6;

/** A request that would wait longer is refused, because it could not be answered in time. */
const LONGEST_WAIT_MS = 4000;

/** Maximum number of waiting requests: as many as begin within `LONGEST_WAIT_MS`. */
const MOST_WAITING = (RATE * LONGEST_WAIT_MS) / 1000;

type RequestRateOptions = Readonly<{
  /** Milliseconds of a monotonic clock. */
  now?: () => number;
  wait?: (ms: number) => Promise<void>;
}>;

/**
 * Spreads the requests of this process over time by the generic cell rate algorithm (GCRA). People take
 * turns.
 */
export function createRequestRate({
  now = () => performance.now(),
  wait = waitMs,
}: RequestRateOptions = {}): Pace {
  const interval = 1000 / RATE;
  /** The time at which all admitted requests would have begun at an even pace. */
  let filledUntil = 0;
  let pause = { until: 0, reason: 'busy' as 'busy' | 'unreachable' };
  const refuseWhilePaused = () => {
    const left = pause.until - now();
    if (left > 0)
      throw new CatalogueError(pause.reason, 'The film database is not asked', { retryAfterMs: left });
  };
  const pace: Pace = {
    async admit() {
      refuseWhilePaused();
      const at = now();
      const delay = Math.max(0, filledUntil - (BURST - 1) * interval - at);
      filledUntil = Math.max(filledUntil, at) + interval;
      if (delay === 0) return;
      await wait(delay);
      refuseWhilePaused();
    },
    pause(ms, reason) {
      pause = { until: now() + ms, reason };
    },
  };
  return fairly(pace, { most: MOST_WAITING, longestWaitMs: LONGEST_WAIT_MS, now });
}

function waitMs(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
