import { isFiniteNumber } from '../values/is-finite-number';
import { isRecord } from '../values/is-record';

/**
 * Seconds until the next attempt: exponential back-off with full jitter, so that clients that failed together
 * do not return together. `Retry-After` is the minimum, and jitter is added to it for the same reason. An
 * offline client costs the tracker nothing, so it retries sooner. `random`: 0 to 1.
 */
export function backoff(
  attempts: number,
  random: number,
  options: Readonly<{ retryAfter?: number; offline?: boolean }> = {},
): number {
  const longest = options.offline === true ? longestOffline : longestBackoff;
  const ceiling = Math.min(longest, first * 2 ** Math.max(0, Math.min(attempts - 1, 20)));
  if (options.retryAfter === undefined) return least + random * ceiling;
  return Math.min(options.retryAfter, longestRetryAfter) + random * Math.max(spread, ceiling / 2);
}

/**
 * Until this time nothing is sent to the tracker, whichever update failed. Stored, so field names must not
 * change.
 */
export type Cooldown = Readonly<{
  /** Failures in a row. */
  attempts: number;
  /** Milliseconds since 1970. */
  until: number;
}>;

export const noCooldown: Cooldown = { attempts: 0, until: 0 };

export function startCooldown(
  before: Cooldown,
  now: number,
  random: number,
  options: Readonly<{ retryAfter?: number; offline?: boolean }>,
): Cooldown {
  const attempts = before.attempts + 1;
  return { attempts, until: now + backoff(attempts, random, options) * 1000 };
}

/**
 * Whether a stored time (milliseconds since 1970) is in the future. A time beyond the longest possible wait
 * comes from a wrong clock that has been corrected since; it must not stop the outbox for years.
 */
export function isAhead(until: number, now: number): boolean {
  return until > now && until - now <= longestWait;
}

export function readCooldown(stored: unknown): Cooldown {
  if (!isRecord(stored)) return noCooldown;
  const { until, attempts } = stored;
  const isValid = isFiniteNumber(until) && isFiniteNumber(attempts) && Number.isSafeInteger(attempts);
  return isValid && attempts >= 0 ? { until, attempts } : noCooldown;
}

/** Seconds: the shortest wait. */
const least = 1;
/** Seconds: the upper bound of the first wait; each failure doubles it. */
const first = 10;
/** Seconds: the largest upper bound. */
const longestBackoff = 1_800;
const longestOffline = 120;
/** Seconds: the least jitter added to `Retry-After`. */
const spread = 5;
/** Seconds. A tracker that asks for more than a day is asked again after a day. */
const longestRetryAfter = 86_400;
/** Milliseconds. */
const longestWait = (longestRetryAfter + longestBackoff) * 1000;
