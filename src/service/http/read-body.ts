import type { Context } from 'hono';
import * as z from 'zod/mini';
import { isDeep, largestDepth } from '../../core/values/json-structure';
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
  const text = await c.req.text();
  return accept(schema, readJson(text));
}

/**
 * Like `readBody`, but also accepts a form, which OAuth clients send (RFC 6749, section 3.2): unknown fields
 * and those without a value are ignored, repeated ones refused. An empty body is read as `absent`.
 */
export async function readBodyOrForm<T>(c: Context, schema: FormSchema<T>, absent?: object): Promise<T> {
  if (absent !== undefined && (await c.req.text()) === '') return accept(schema, absent);
  if (contentType(c) !== FORM) return readBody(c, schema);
  const fields: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(await c.req.text())) {
    if (!Object.hasOwn(schema.shape, name) || value === '') continue;
    if (Object.hasOwn(fields, name)) throw invalid(`\`${name}\` must not be repeated`);
    fields[name] = value;
  }
  return accept(schema, fields);
}

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

type FormSchema<T> = z.ZodMiniType<T> & Readonly<{ shape: Readonly<Record<string, unknown>> }>;

/** Throws 400 where the text is not JSON, or is nested too deep. */
export function readJson(text: string): unknown {
  if (isDeep(text)) throw invalid(`The body has more than ${String(largestDepth)} levels`);
  const body = parseJson(text);
  if (body === undefined) throw invalid('The body is not valid JSON');
  return body;
}

function accept<T>(schema: z.ZodMiniType<T>, body: unknown): T {
  const result = z.safeParse(schema, body, { reportInput: true });
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw invalid(issue === undefined ? 'The body is invalid' : describeIssue(issue));
}

function requireJson(c: Context): void {
  if (contentType(c) === JSON_TYPE) return;
  const message = 'The body must be JSON with Content-Type: application/json';
  throw new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', message);
}

/** Without its parameters, in lower case. */
export function contentType(c: Context): string | undefined {
  const stated = c.req.header('content-type');
  return stated === JSON_TYPE ? stated : stated?.split(';')[0]?.trim().toLowerCase();
}
