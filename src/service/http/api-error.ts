import type { Context } from 'hono';
import type { CatalogueError } from '../catalogue/catalogue';
import type { RateLimit, Remaining } from '../store/limits';
import type { Service } from './environment';

export type ApiStatus = 400 | 401 | 403 | 404 | 405 | 413 | 415 | 422 | 429 | 500 | 502 | 503;

/** An error response of the API. `createApi` writes it as the documented error record. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: ApiStatus;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: ApiStatus,
    code: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** Documented: 400 `VALIDATION_ERROR`; the message names the wrong field. */
export function invalid(message: string): ApiError {
  return new ApiError(400, 'VALIDATION_ERROR', message);
}

/**
 * Not documented: 400 `ABORTED`. The client is gone and does not receive it, but the log and the metrics
 * count it.
 */
export function aborted(): ApiError {
  return new ApiError(400, 'ABORTED', 'The connection ended within the body');
}

/** Documented: 401 `UNAUTHORIZED`. */
export function unauthorized(): ApiError {
  const message = 'API key missing or invalid: send it as x-api-key or as Authorization: Bearer';
  return new ApiError(401, 'UNAUTHORIZED', message, { 'WWW-Authenticate': 'Bearer' });
}

/** Documented: 403 `FORBIDDEN`. */
export function forbidden(message: string): ApiError {
  return new ApiError(403, 'FORBIDDEN', message);
}

/** Not documented: 404 `NOT_FOUND`. */
export function notFound(message: string): ApiError {
  return new ApiError(404, 'NOT_FOUND', message);
}

/** Not documented: 429 `RATE_LIMITED`. `Retry-After` is `waitMs` in whole seconds, at least 1. */
export function rateLimited(message: string, waitMs: number): ApiError {
  return new ApiError(429, 'RATE_LIMITED', message, retryAfter(waitMs));
}

/** Not documented: 502 `CATALOGUE_UNREACHABLE`, or 503 `CATALOGUE_BUSY`. */
export function catalogueFailed({ code, retryAfterMs = 1000 }: CatalogueError): ApiError {
  if (code !== 'unreachable') return catalogueBusy(retryAfterMs);
  return new ApiError(502, 'CATALOGUE_UNREACHABLE', 'The film database cannot be reached at the moment');
}

/**
 * Not documented: 503 `CATALOGUE_BUSY`. The film database, or the queue for it, asks to wait. The service
 * does not know the film database's limit, only that nothing is left of it.
 */
function catalogueBusy(waitMs: number): ApiError {
  const message = 'The film database takes no questions at the moment';
  const { 'Retry-After': seconds = '1' } = retryAfter(waitMs);
  const headers = { 'Retry-After': seconds, 'RateLimit-Remaining': '0', 'RateLimit-Reset': seconds };
  return new ApiError(503, 'CATALOGUE_BUSY', message, headers);
}

/** Not documented: 503 `UNAVAILABLE`. The database is away, or too many requests wait; nothing was stored. */
export function unavailable(): ApiError {
  const message = 'The database cannot be used at the moment; nothing was stored';
  return new ApiError(503, 'UNAVAILABLE', message, retryAfter(UNAVAILABLE_RETRY_MS));
}

/** Adds the rate limit headers of the allowance with the least left. */
export async function showRateLimit(c: Context, { store }: Service, allowances: RateLimit[]): Promise<void> {
  const all = await Promise.all(allowances.map((one) => store.limits.remaining(one)));
  const [least] = all.toSorted((a, b) => a.remaining - b.remaining);
  if (least !== undefined) addRateLimit(c, least);
}

/** Adds `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` (seconds), as in the IETF draft. */
export function addRateLimit(c: Context, { limit, remaining, resetMs }: Remaining): void {
  c.header('RateLimit-Limit', String(limit));
  c.header('RateLimit-Remaining', String(remaining));
  c.header('RateLimit-Reset', String(Math.ceil(resetMs / 1000)));
}

const UNAVAILABLE_RETRY_MS = 5000;

function retryAfter(waitMs: number): Readonly<Record<string, string>> {
  return { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) };
}
