/** Longest wait in seconds that is followed: one day. */
const LONGEST_WAIT = 24 * 3600;

const DAY = '[A-Z][a-z]{2,8}';
const DATE = '\\d{2}[ -][A-Z][a-z]{2}[ -]\\d{2,4}';
const TIME = '\\d{2}:\\d{2}:\\d{2}';

/** The date forms of HTTP. `Date.parse` alone would also read `-5` and `1.5`. */
const HTTP_DATE = new RegExp(`^${DAY}, ?${DATE} ${TIME} GMT$`);

/**
 * `Retry-After` in seconds from `now` (milliseconds since 1970). The header holds seconds or an HTTP date
 * (RFC 9110, 10.2.3). `undefined`: absent or of another form.
 */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Math.min(Number(text), LONGEST_WAIT);
  const at = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  return Math.min(Math.max(0, Math.ceil((at - now) / 1000)), LONGEST_WAIT);
}
