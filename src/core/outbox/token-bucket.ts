/** A budget of calls that fills up with time; shared by all tabs, stored between two lives of the worker. */
export interface Bucket {
  readonly tokens: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface BucketRule {
  readonly capacity: number;
  /** Tokens per second. */
  readonly rate: number;
}

export type Taken =
  | { readonly bucket: Bucket; readonly taken: true }
  | { readonly bucket: Bucket; readonly taken: false; readonly waitSeconds: number };

/** Takes one token, or says how long to wait for one. A stored clock from the future counts as now. */
export function takeToken(bucket: Bucket | undefined, rule: BucketRule, now: number): Taken {
  const elapsed = bucket === undefined ? 0 : Math.max(0, now - bucket.at) / 1000;
  const tokens = Math.min(rule.capacity, (bucket?.tokens ?? rule.capacity) + elapsed * rule.rate);
  if (tokens >= 1) return { bucket: { tokens: tokens - 1, at: now }, taken: true };
  return { bucket: { tokens, at: now }, taken: false, waitSeconds: (1 - tokens) / rule.rate };
}

export function readBucket(stored: unknown): Bucket | undefined {
  if (typeof stored !== 'object' || stored === null || !('tokens' in stored) || !('at' in stored))
    return undefined;
  const { tokens, at } = stored;
  return typeof tokens === 'number' &&
    Number.isFinite(tokens) &&
    typeof at === 'number' &&
    Number.isFinite(at)
    ? { tokens, at }
    : undefined;
}

/** One person binging in several tabs, seeking and pausing, stays below this; a loop gone wild does not pass. */
export const scrobbleRule: BucketRule = { capacity: 30, rate: 0.5 };
export const resolveRule: BucketRule = { capacity: 10, rate: 0.1 };
