import { isFiniteNumber } from '../values/is-finite-number';
import { isRecord } from '../values/is-record';

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

export type Taken = Readonly<{
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
