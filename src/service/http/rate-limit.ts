import type { Context } from 'hono';
import type { RateLimit, Remaining } from '../store/limits';
import type { Service } from './environment';

/** Device codes that can be requested: 60 in 10 min from one network address, 600 in all. */
export function deviceCodeAllowances(address: string): [RateLimit, RateLimit] {
  const windowMs = 600_000;
  return [
    { key: `device-code ${address}`, limit: 60, windowMs },
    { key: 'device-code', limit: 600, windowMs },
  ];
}

/** Adds the headers for the allowance with the least left. */
export async function showRateLimit(
  c: Context,
  { store }: Service,
  allowances: readonly RateLimit[],
): Promise<void> {
  const all = await Promise.all(allowances.map((one) => store.limits.remaining(one)));
  const [least] = all.toSorted((a, b) => a.remaining - b.remaining);
  if (least !== undefined) addRateLimit(c, least);
}

/** `RateLimit-Limit`, `-Remaining` and `-Reset` (seconds), as in the IETF draft. */
export function addRateLimit(c: Context, { limit, remaining, resetMs }: Remaining): void {
  c.header('RateLimit-Limit', String(limit));
  c.header('RateLimit-Remaining', String(remaining));
  c.header('RateLimit-Reset', String(Math.ceil(resetMs / 1000)));
}
