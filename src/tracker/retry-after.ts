/** Longest wait that is believed: a tracker that says "next year" is asked again tomorrow. */
const longest = 24 * 3600;

/** `Retry-After` in seconds from now; it comes as seconds or as an HTTP date (RFC 9110, 10.2.3). `now` in milliseconds. */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Math.min(Number(text), longest);
  // Only the date forms of HTTP: `Date.parse` alone would also read "-5" or "1.5".
  if (!/^[A-Z][a-z]{2,8}, ?\d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/.test(text))
    return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at)) return undefined;
  return Math.min(Math.max(0, Math.ceil((at - now) / 1000)), longest);
}
