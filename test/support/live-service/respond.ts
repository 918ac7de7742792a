import type { Context } from 'hono';
import { numberOf } from './live-media';

export type Fields = Readonly<Record<string, unknown>>;

export async function bodyOf(c: Context): Promise<Fields> {
  return (await c.req.json().catch(() => ({}))) as Fields;
}

export function ok(c: Context, data: unknown): Response {
  return c.json({ success: true, data });
}

export function fail(
  c: Context,
  status: 400 | 401 | 404 | 422 | 429,
  error: string,
  message: string,
): Response {
  return c.json({ error, message }, status);
}

/** A page of a list: both names of the total are in use. */
export function page(c: Context, all: readonly unknown[]): Response {
  const number = numberOf(c.req.query('page')) ?? 1;
  const pageSize = numberOf(c.req.query('pageSize')) ?? 20;
  if (number < 1 || pageSize < 1 || pageSize > 100)
    return fail(c, 400, 'VALIDATION_ERROR', 'pageSize must be 1 to 100');
  const totalPages = Math.max(1, Math.ceil(all.length / pageSize));
  const data = all.slice((number - 1) * pageSize, number * pageSize);
  const pagination = { page: number, pageSize, total: all.length, totalPages, hasMore: number < totalPages };
  return c.json({ success: true, data, pagination });
}
