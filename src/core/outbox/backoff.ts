/**
 * Seconds until the next attempt: exponential with full jitter, so that clients that failed together do not come back
 * together. What the tracker asks for in `Retry-After` is the least, and is spread upwards for the same reason.
 * A network that is away costs the tracker nothing, so it is tried again sooner than a tracker that is in trouble.
 */
export function backoff(
  attempts: number,
  random: number,
  options: { readonly retryAfter?: number; readonly offline?: boolean } = {},
): number {
  const longest = options.offline === true ? longestOffline : longestBackoff;
  const ceiling = Math.min(longest, first * 2 ** Math.max(0, Math.min(attempts - 1, 20)));
  if (options.retryAfter === undefined) return least + random * ceiling;
  return Math.min(options.retryAfter, longestRetryAfter) + random * Math.max(spread, ceiling / 2);
}

/** All of the tracker is let alone until then, whichever update met the trouble. */
export interface Cooldown {
  /** Troubles in a row. */
  readonly attempts: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

export const noCooldown: Cooldown = { attempts: 0, until: 0 };

export function startCooldown(
  gate: Cooldown,
  now: number,
  random: number,
  options: { readonly retryAfter?: number; readonly offline?: boolean },
): Cooldown {
  const attempts = gate.attempts + 1;
  return { attempts, until: now + backoff(attempts, random, options) * 1000 };
}

/**
 * Whether a stored time in the future still holds. Beyond the longest wait there is it was made by a clock that has been
 * set right since, and must not keep the outbox shut for years.
 */
export function isAhead(until: number, now: number): boolean {
  return until > now && until - now <= (longestRetryAfter + longestBackoff) * 1000;
}

export function readCooldown(stored: unknown): Cooldown {
  if (typeof stored !== 'object' || stored === null || !('until' in stored) || !('attempts' in stored))
    return noCooldown;
  const { until, attempts } = stored;
  const sound =
    typeof until === 'number' &&
    Number.isFinite(until) &&
    typeof attempts === 'number' &&
    Number.isSafeInteger(attempts) &&
    attempts >= 0;
  return sound ? { until, attempts } : noCooldown;
}

const least = 1;
const first = 10;
const longestBackoff = 1_800;
const longestOffline = 120;
const spread = 5;
/** A tracker that says "in a week" is believed for a day. */
const longestRetryAfter = 86_400;
