import type * as z from 'zod/mini';
import { pathText, type Problem } from './problem';
import { sourceKinds } from './source';
import { transformKinds } from './transform';

type Issue = z.core.$ZodIssue;

/** Sentences with the path, what was found and what is allowed, at most 50. */
export function problemsOf(issues: readonly Issue[], root: unknown): Problem[] {
  return issues.flatMap((issue) => explain(issue, [], root)).slice(0, 50);
}

function explain(issue: Issue, prefix: readonly PropertyKey[], root: unknown): Problem[] {
  const path = [...prefix, ...issue.path];
  const found = valueAt(root, path);
  const at = pathText(path);
  switch (issue.code) {
    case 'invalid_union':
      return explainUnion(issue, path, found, root);
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: at === '' ? key : `${at}.${key}`,
        message: 'is not a known key',
      }));
    case 'invalid_type':
      return [
        {
          path: at,
          message:
            found === undefined
              ? `is missing; needs ${named(issue.expected)}`
              : `found ${show(found)}, needs ${named(issue.expected)}`,
        },
      ];
    case 'invalid_value':
      return [{ path: at, message: `found ${show(found)}, allowed: ${issue.values.map(String).join(', ')}` }];
    case 'too_small':
      return [{ path: at, message: `is too small or short; at least ${issue.minimum}` }];
    case 'too_big':
      return [{ path: at, message: `is too large or long; at most ${issue.maximum}` }];
    case 'invalid_key':
      return issue.issues.map((inner) => ({ path: at, message: `key ${inner.message}` }));
    case 'invalid_format':
    case 'not_multiple_of':
    case 'invalid_element':
    case 'custom':
      break;
  }
  return [
    {
      path: at,
      message:
        found === undefined || typeof found === 'object'
          ? issue.message
          : `${issue.message}; found ${show(found)}`,
    },
  ];
}

function explainUnion(
  issue: Extract<Issue, { code: 'invalid_union' }>,
  path: readonly PropertyKey[],
  found: unknown,
  root: unknown,
): Problem[] {
  const at = pathText(path);
  const list = path.findLast((part) => typeof part === 'string');
  // An item of a gate is a source or a list of them.
  if (list === 'gate' && issue.errors.length === 2)
    return (issue.errors[Array.isArray(found) ? 1 : 0] ?? []).flatMap((inner) => explain(inner, path, root));
  const kinds: readonly string[] = list === 'transforms' ? transformKinds : sourceKinds;
  if (issue.errors.length !== kinds.length)
    return [{ path: at, message: `found ${show(found)}, which is not allowed here` }];
  if (typeof found !== 'object' || found === null || Array.isArray(found)) {
    return [{ path: at, message: `found ${show(found)}, needs an object with one of: ${kinds.join(', ')}` }];
  }
  const used = kinds.filter((kind) => Object.hasOwn(found, kind));
  const [kind] = used;
  if (kind === undefined) {
    return [
      {
        path: at,
        message: `found the keys ${Object.keys(found).slice(0, 5).join(', ') || '(none)'}; needs one of: ${kinds.join(', ')}`,
      },
    ];
  }
  if (used.length > 1)
    return [{ path: at, message: `has several kinds (${used.join(', ')}); exactly one is allowed` }];
  return (issue.errors[kinds.indexOf(kind)] ?? []).flatMap((inner) => explain(inner, path, root));
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, part)
        ? (value as Record<PropertyKey, unknown>)[part]
        : undefined,
    root,
  );
}

function named(expected: string): string {
  const article = /^[aeiou]/.test(expected) ? 'an' : 'a';
  return expected === 'array'
    ? 'a list'
    : expected === 'record'
      ? 'an object'
      : expected === 'string'
        ? 'text'
        : `${article} ${expected}`;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
