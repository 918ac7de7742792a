import type { Context } from 'hono';
import * as z from 'zod/mini';
import { ApiError, invalid } from './api-error';

/** Largest request body in bytes; a connector definition with all its cases stays far below. Ours. */
export const bodyLimit = 256 * 1024;

/** The JSON body, validated. Throws 415, 400 (malformed or wrong, naming the field); 413 comes from the limit before. */
export async function readBody<T>(c: Context, schema: z.ZodMiniType<T>): Promise<T> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new ApiError(
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be JSON with Content-Type: application/json',
    );
  }
  return validate(parseJson(await c.req.text()), schema);
}

/** Throws 400 with the path of the first field that is wrong. */
export function validate<T>(value: unknown, schema: z.ZodMiniType<T>, within = ''): T {
  const result = z.safeParse(schema, value, { reportInput: true });
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw invalid(issue === undefined ? 'The body is invalid' : describe(issue, within));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('The body is not valid JSON');
  }
}

type Issue = z.core.$ZodIssue;

function describe(issue: Issue, within: string): string {
  const path = [...(within === '' ? [] : [within]), ...issue.path.map(String)].join('.').slice(0, 120);
  const name = path === '' ? 'The body' : `\`${path}\``;
  if (issue.code === 'unrecognized_keys') {
    const inside = path === '' ? '' : `${path}.`;
    return `\`${inside}${(issue.keys[0] ?? '').slice(0, 60)}\` is not a known field`;
  }
  return `${name} ${complaint(issue)}`;
}

function complaint(issue: Issue): string {
  if (issue.code === 'invalid_type')
    return issue.input === undefined
      ? `is required (${article(issue.expected)})`
      : `must be ${article(issue.expected)}`;
  if (issue.code === 'too_small') return `must be at least ${String(issue.minimum)}${unit(issue.origin)}`;
  if (issue.code === 'too_big') return `must be at most ${String(issue.maximum)}${unit(issue.origin)}`;
  if (issue.code === 'invalid_value')
    return `must be ${issue.values.map((value) => `"${String(value)}"`).join(' or ')}`;
  if (issue.code === 'invalid_format') return 'does not have the right form';
  return issue.code === 'custom' && issue.message ? issue.message : 'is invalid';
}

function article(expected: string): string {
  if (expected === 'int' || expected === 'safeint') return 'a whole number';
  return expected === 'object' || expected === 'array' ? `an ${expected}` : `a ${expected}`;
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' ? ' entries long' : '';
}
