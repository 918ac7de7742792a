import { CatalogueError } from '../catalogue-error';

/**
 * Requests per second in the long run, and how many may begin at once. Together fewer than 40 in any second,
 * the limit that the film database has named.
 */
const RATE = 30;
const BURST = 6;
/** A question that would wait longer is refused: it could not be answered in time. */
const LONGEST_WAIT_MS = 4000;

export interface RequestRate {
  /** Resolves when the request may begin. Rejects with a `CatalogueError` while the rate is paused. */
  admit(): Promise<void>;
  /** Refuses all requests for this time, with this reason. */
  pause(ms: number, reason: 'busy' | 'unreachable'): void;
}

export interface RequestRateOptions {
  /** Milliseconds of a clock that cannot be set. */
  readonly now?: () => number;
  readonly wait?: (ms: number) => Promise<void>;
}

/** Spreads the requests of this process over time (generic cell rate algorithm). */
export function createRequestRate({
  now = () => performance.now(),
  wait = waitMs,
}: RequestRateOptions = {}): RequestRate {
  const interval = 1000 / RATE;
  /** When all requests that were admitted would have begun at an even pace. */
  let filledUntil = 0;
  let pause = { until: 0, reason: 'busy' as 'busy' | 'unreachable' };
  const refuseWhilePaused = () => {
    const left = pause.until - now();
    if (left > 0)
      throw new CatalogueError(pause.reason, 'The film database is not asked', { retryAfterMs: left });
  };
  return {
    async admit() {
      refuseWhilePaused();
      const at = now();
      const delay = Math.max(0, filledUntil - (BURST - 1) * interval - at);
      if (delay > LONGEST_WAIT_MS)
        throw new CatalogueError('busy', 'Too many questions wait', { retryAfterMs: delay });
      filledUntil = Math.max(filledUntil, at) + interval;
      if (delay === 0) return;
      await wait(delay);
      refuseWhilePaused();
    },
    pause(ms, reason) {
      pause = { until: now() + ms, reason };
    },
  };
}

function waitMs(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
