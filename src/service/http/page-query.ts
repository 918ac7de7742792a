import type { Context } from 'hono';
import { invalid } from './api-error';

interface Range {
  readonly minimum: number;
  readonly maximum: number;
  /** The value when the parameter is absent. */
  readonly absent: number;
}

const LIMIT: Range = { minimum: 1, maximum: 500, absent: 50 };
const OFFSET: Range = { minimum: 0, maximum: 1_000_000, absent: 0 };

/** `limit` and `offset` of the query. Throws 400 and names the wrong parameter. Ours. */
export function pageQuery(c: Context): { limit: number; offset: number } {
  return { limit: readInteger(c, 'limit', LIMIT), offset: readInteger(c, 'offset', OFFSET) };
}

function readInteger(c: Context, name: string, { minimum, maximum, absent }: Range): number {
  const text = c.req.query(name);
  if (text === undefined) return absent;
  const number = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= minimum && number <= maximum))
    throw invalid(`\`${name}\` must be a whole number from ${String(minimum)} to ${String(maximum)}`);
  return number;
}
