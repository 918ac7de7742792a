import type { Context } from 'hono';
import type { PageKey } from '../store/sessions';
import { invalid } from './api-error';

type Range = Readonly<{
  minimum: number;
  maximum: number;
  /** The value when the parameter is absent. */
  absent: number;
}>;

const LIMIT: Range = { minimum: 1, maximum: 500, absent: 50 };
/** An offset is limited because the rows before it are read and discarded. The cursor `after` avoids that. */
const OFFSET: Range = { minimum: 0, maximum: 10_000, absent: 0 };

type PageQuery = Readonly<{
  limit: number;
  offset: number;
  after: PageKey | undefined;
}>;

/**
 * Reads `limit`, `offset` and `after` of the query; not in API v1. Throws 400 and names the wrong parameter.
 */
export function pageQuery(c: Context): PageQuery {
  const after = c.req.query('after');
  return {
    limit: readInteger(c, 'limit', LIMIT),
    offset: readInteger(c, 'offset', OFFSET),
    after: after === undefined ? undefined : readPlace(after),
  };
}

/** The cursor behind a row, for `after`. Clients must not interpret it. */
export function toPlace({ time, key }: PageKey): string {
  return `${String(time)}~${key}`;
}

/** Reads a text made by `toPlace`. Throws 400. */
export function readPlace(text: string): PageKey {
  const [, time, key] = /^(\d{1,15})~([\w:-]{1,64})$/.exec(text) ?? [];
  if (time === undefined || key === undefined) throw invalid('`after` must be the `next` of another page');
  return { time: Number(time), key };
}

function readInteger(c: Context, name: string, { minimum, maximum, absent }: Range): number {
  const text = c.req.query(name);
  if (text === undefined) return absent;
  const number = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= minimum && number <= maximum))
    throw invalid(`\`${name}\` must be a whole number from ${String(minimum)} to ${String(maximum)}`);
  return number;
}
