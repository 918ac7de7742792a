/** Slows guessing: counts per key (an address, an account) within a window. Lives in memory; a restart forgives. */
export interface Limiter {
  /** Milliseconds until the next try is allowed; 0 when it is allowed now. */
  wait(key: string): number;
  count(key: string): void;
  forgive(key: string): void;
}

export function createLimiter(options: {
  readonly limit: number;
  readonly windowMs: number;
  readonly now: () => number;
}): Limiter {
  const { limit, windowMs, now } = options;
  const windows = new Map<string, { until: number; count: number }>();
  const current = (key: string) => {
    const window = windows.get(key);
    return window !== undefined && window.until > now() ? window : undefined;
  };
  return {
    wait(key) {
      const window = current(key);
      return window !== undefined && window.count >= limit ? window.until - now() : 0;
    },
    count(key) {
      if (windows.size > 10_000)
        for (const old of windows.keys()) if (current(old) === undefined) windows.delete(old);
      const window = current(key);
      if (window === undefined) windows.set(key, { until: now() + windowMs, count: 1 });
      else window.count += 1;
    },
    forgive(key) {
      windows.delete(key);
    },
  };
}
