/** Counts attempts per key, such as an address or an account, within a window of time. Kept in memory. */
export interface Limiter {
  /** Milliseconds until the next attempt is allowed; 0 when it is allowed now. */
  wait(key: string): number;
  count(key: string): void;
  /** Forgets the attempts of this key. */
  reset(key: string): void;
}

export interface LimiterOptions {
  /** Attempts per window. */
  readonly limit: number;
  readonly windowMs: number;
  readonly now: () => number;
}

interface Window {
  readonly until: number;
  count: number;
}

/**
 * From this number of keys on, expired windows are deleted, so that many addresses cannot fill the memory.
 */
const CLEAN_UP_SIZE = 10_000;

export function createLimiter({ limit, windowMs, now }: LimiterOptions): Limiter {
  const windows = new Map<string, Window>();
  const current = (key: string) => {
    const window = windows.get(key);
    return window !== undefined && window.until > now() ? window : undefined;
  };
  const cleanUp = () => {
    for (const key of windows.keys()) if (current(key) === undefined) windows.delete(key);
  };
  return {
    wait(key) {
      const window = current(key);
      return window !== undefined && window.count >= limit ? window.until - now() : 0;
    },
    count(key) {
      if (windows.size > CLEAN_UP_SIZE) cleanUp();
      const window = current(key);
      if (window === undefined) windows.set(key, { until: now() + windowMs, count: 1 });
      else window.count += 1;
    },
    reset(key) {
      windows.delete(key);
    },
  };
}
