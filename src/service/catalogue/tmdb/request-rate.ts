import { CatalogueError } from '../catalogue-error';
import { fairly, type Pace } from '../fair-turns';

/**
 * Requests per second on average, and how many may begin at once. Together fewer than 40 in any second, the
 * limit that the film database has stated.
 */
const RATE = 30;
const BURST = 6;
/** A question that would wait longer is refused, because it could not be answered in time. */
const LONGEST_WAIT_MS = 4000;
/** Number of requests that begin within that time. */
const MOST_WAITING = (RATE * LONGEST_WAIT_MS) / 1000;

export type RequestRateOptions = Readonly<{
  /** Milliseconds of a clock that cannot be set. */
  now?: () => number;
  wait?: (ms: number) => Promise<void>;
}>;

/** Spreads this process's requests over time (generic cell rate algorithm); people take turns. */
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
