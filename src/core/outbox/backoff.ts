import { isFiniteNumber, isRecord } from '../values/is-record';

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

/**
 * A token bucket: a budget of calls that refills with time. Shared by all tabs, and stored because the worker
 * can be stopped.
 */
export type Bucket = Readonly<{
  tokens: number;
  /** Milliseconds since 1970. */
  at: number;
}>;

export type BucketRule = Readonly<{
  /** Most tokens that the bucket holds. */
  capacity: number;
  /** Tokens per second. */
  rate: number;
}>;

type Taken = Readonly<{
  bucket: Bucket;
  taken: boolean;
}>;

/**
 * Takes one token, if there is one. `reserve`: tokens left for other callers. A stored time in the future
 * counts as now.
 */
export function takeToken(bucket: Bucket | undefined, rule: BucketRule, now: number, reserve = 0): Taken {
  const { tokens: before = rule.capacity, at = now }: Partial<Bucket> = bucket ?? {};
  const tokens = Math.min(rule.capacity, before + (Math.max(0, now - at) / 1000) * rule.rate);
  const taken = tokens >= 1 + reserve;
  return { bucket: { tokens: taken ? tokens - 1 : tokens, at: now }, taken };
}

export function readBucket(stored: unknown): Bucket | undefined {
  if (!isRecord(stored)) return undefined;
  const { tokens, at } = stored;
  return isFiniteNumber(tokens) && isFiniteNumber(at) ? { tokens, at } : undefined;
}

/** One user with several tabs, seeking and pausing, stays below this; a runaway loop is stopped. */
export const scrobbleRule: BucketRule = { capacity: 30, rate: 0.5 };

export const resolveRule: BucketRule = { capacity: 10, rate: 0.1 };
