const SHORTEST_MS = 1000;
/** If the film database asks for a longer wait, it is asked once more anyway. */
const LONGEST_MS = 300_000;

/** Milliseconds of a `Retry-After` header in seconds or as a date; 1 s where it is absent or neither. */
export function retryAfter(header: string | null, now = Date.now()): number {
  const text = header?.trim() ?? '';
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? SHORTEST_MS : Math.min(LONGEST_MS, Math.max(SHORTEST_MS, ms));
}
