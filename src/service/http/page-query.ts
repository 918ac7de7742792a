import type { Context } from 'hono';
import { invalid } from './api-error';

/** `limit` (1 to 500, 50 when absent) and `offset` (from 0) of the query. Throws 400 naming the wrong one. Ours. */
export function pageQuery(c: Context): { limit: number; offset: number } {
  return { limit: wholeNumber(c, 'limit', 50, 1, 500), offset: wholeNumber(c, 'offset', 0, 0, 1_000_000) };
}

function wholeNumber(c: Context, name: string, absent: number, minimum: number, maximum: number): number {
  const text = c.req.query(name);
  if (text === undefined) return absent;
  const number = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= minimum && number <= maximum))
    throw invalid(`\`${name}\` must be a whole number from ${String(minimum)} to ${String(maximum)}`);
  return number;
}
