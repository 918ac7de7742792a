import type { Context } from 'hono';
import * as z from 'zod/mini';
import { parseJson } from '../../core/values/parse-json';
import { ApiError, invalid } from './api-error';
import { describeIssue } from './describe-issue';

/** Largest request body in bytes. A definition has at most 65,536 characters. Ours. */
export const bodyLimit = 256 * 1024;

/**
 * The JSON body, validated. Throws 415 for another content type and 400 for a body that does not fit the
 * schema.
 */
export async function readBody<T>(c: Context, schema: z.ZodMiniType<T>): Promise<T> {
  requireJson(c);
  const body = parseJson(await c.req.text());
  if (body === undefined) throw invalid('The body is not valid JSON');
  const result = z.safeParse(schema, body, { reportInput: true });
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw invalid(issue === undefined ? 'The body is invalid' : describeIssue(issue));
}

function requireJson(c: Context): void {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json') return;
  const message = 'The body must be JSON with Content-Type: application/json';
  throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', message);
}
