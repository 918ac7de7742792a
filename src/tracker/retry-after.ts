/** Longest accepted wait in seconds: one day. */
const LONGEST_WAIT = 24 * 3600;

/**
 * The date forms of HTTP (RFC 9110, 5.6.7), and ISO 8601. `Date.parse` alone would also read `-5` and `1.5`.
 */
const DATE = /^(?:[A-Z][a-z]{2,8},? [\w: -]+(?: GMT)?|\d{4}-\d\d-\d\dT\S+)$/;

/**
 * `Retry-After` in seconds from `now` (milliseconds since 1970). The header contains seconds or an HTTP date
 * (RFC 9110, 10.2.3). If it was sent twice, the first value counts; text after the seconds is ignored.
 * `undefined` if it is absent, negative, or in another format.
 */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+(?![-\d:])/.test(text)) return Math.min(Math.ceil(Number.parseFloat(text)), LONGEST_WAIT);
  const at = DATE.test(text) ? Date.parse(/GMT$|T/.test(text) ? text : `${text} GMT`) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  return Math.min(Math.max(0, Math.ceil((at - now) / 1000)), LONGEST_WAIT);
}
