import type * as z from 'zod/mini';

/** Limits of the path and of a field's name in a message: both come from the request. */
const LONGEST_PATH = 120;
const LONGEST_FIELD = 60;

/** A sentence that names the wrong field: `` `progress` must be at least 0``. */
export function describeIssue(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String).join('.').slice(0, LONGEST_PATH);
  if (issue.code === 'unrecognized_keys') {
    const field = (issue.keys[0] ?? '').slice(0, LONGEST_FIELD);
    return `\`${path === '' ? field : `${path}.${field}`}\` is not a known field`;
  }
  return `${path === '' ? 'The body' : `\`${path}\``} ${problemOf(issue)}`;
}

function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') {
    const type = withArticle(issue.expected);
    return issue.input === undefined ? `is required (${type})` : `must be ${type}`;
  }
  if (issue.code === 'too_small') return `must be at least ${String(issue.minimum)}${unitOf(issue.origin)}`;
  if (issue.code === 'too_big') return `must be at most ${String(issue.maximum)}${unitOf(issue.origin)}`;
  if (issue.code === 'invalid_value')
    return `must be ${issue.values.map((value) => `"${String(value)}"`).join(' or ')}`;
  if (issue.code === 'invalid_format') return 'does not have the right form';
  return issue.code === 'custom' && issue.message ? issue.message : 'is invalid';
}

function withArticle(expected: string): string {
  if (expected === 'int' || expected === 'safeint') return 'a whole number';
  return expected === 'object' || expected === 'array' ? `an ${expected}` : `a ${expected}`;
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' ? ' entries long' : '';
}
