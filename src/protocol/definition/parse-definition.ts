import { definitionSchema, definitionSize, largestDefinition, type Definition } from './definition';
import { type Problem, pathText } from './problem';
import type * as z from 'zod/mini';
import { isRecord } from '../../core/values/is-record';
import { sourceKinds } from './source';
import { transformKinds } from './transform';

export type ParsedDefinition =
  Readonly<{ ok: true; definition: Definition }> | Readonly<{ ok: false; problems: Problem[] }>;

type Issue = z.core.$ZodIssue;

type IssueOf<Code extends Issue['code']> = Extract<Issue, { code: Code }>;

type Path = PropertyKey[];

/** Most problems that are listed. */
const PROBLEM_LIMIT = 50;

/** Most characters of a quoted value. */
const VALUE_LIMIT = 60;

/**
 * Whether the shape is valid, and where it is not. `checkDefinition` then checks how the parts fit together.
 */
export function parseDefinition(value: unknown): ParsedDefinition {
  const size = definitionSize(value);
  if (size > largestDefinition) {
    return {
      ok: false,
      problems: [
        { path: '', message: `is too large; found ${size} characters, allowed ${largestDefinition}` },
      ],
    };
  }
  const result = definitionSchema().safeParse(value);
  return result.success
    ? { ok: true, definition: result.data }
    : { ok: false, problems: problemsOf(result.error.issues, value) };
}

/** The problems of a definition as sentences, with the path, the found value and what is allowed. */
export function problemsOf(issues: Issue[], root: unknown): Problem[] {
  return explainAll(issues, [], root).slice(0, PROBLEM_LIMIT);
}

function explainAll(issues: Issue[], prefix: Path, root: unknown): Problem[] {
  return issues.flatMap((issue) => explain(issue, [...prefix, ...issue.path], root));
}

function explain(issue: Issue, path: Path, root: unknown): Problem[] {
  const at = pathText(path);
  if (issue.code === 'invalid_union') return explainUnion(issue, path, root);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: at === '' ? key : `${at}.${key}`,
      message: 'is not a known key',
    }));
  if (issue.code === 'invalid_key')
    return issue.issues.map((inner) => ({ path: at, message: `key ${inner.message}` }));
  return [{ path: at, message: messageOf(issue, valueAt(root, path)) }];
}

/** What is wrong with one value. Schemas with their own rule supply the message. */
function messageOf(issue: Issue, found: unknown): string {
  if (issue.code === 'invalid_type') return wrongType(issue, found);
  if (issue.code === 'invalid_value')
    return `found ${quote(found)}, allowed: ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'too_small') return `is too small or short; at least ${issue.minimum}`;
  if (issue.code === 'too_big') return `is too large or long; at most ${issue.maximum}`;
  if (found === undefined || typeof found === 'object') return issue.message;
  return `${issue.message}; found ${quote(found)}`;
}

function wrongType({ expected }: IssueOf<'invalid_type'>, found: unknown): string {
  const needed = nameType(expected);
  return found === undefined ? `is missing; needs ${needed}` : `found ${quote(found)}, needs ${needed}`;
}

/** Explains the problem for the option of the union that the author probably meant. */
function explainUnion(issue: IssueOf<'invalid_union'>, path: Path, root: unknown): Problem[] {
  const option = findOption(issue, path, valueAt(root, path));
  if (typeof option === 'string') return [{ path: pathText(path), message: option }];
  return explainAll(issue.errors[option] ?? [], path, root);
}

/** A condition of a gate is a source or a list of sources; these are their indices in the union. */
const SOURCE_OPTION = 0;

const LIST_OPTION = 1;

/** The index of the option that the author probably meant, or a message why there is none. */
function findOption(issue: IssueOf<'invalid_union'>, path: Path, found: unknown): number | string {
  const list = path.findLast((part) => typeof part === 'string');
  if (list === 'gate' && issue.errors.length === 2) return Array.isArray(found) ? LIST_OPTION : SOURCE_OPTION;
  const kinds = list === 'transforms' ? transformKinds : sourceKinds;
  if (issue.errors.length !== kinds.length) return `found ${quote(found)}, which is not allowed here`;
  return findKind(found, kinds);
}

/** The index of the one kind among the object's keys, or a message about what is wrong with the keys. */
function findKind(found: unknown, kinds: readonly string[]): number | string {
  if (!isRecord(found)) return `found ${quote(found)}, needs an object with one of: ${kinds.join(', ')}`;
  const used = kinds.filter((kind) => Object.hasOwn(found, kind));
  const [kind] = used;
  if (kind === undefined) {
    const keys = Object.keys(found).slice(0, 5).join(', ') || '(none)';
    return `found the keys ${keys}; needs one of: ${kinds.join(', ')}`;
  }
  if (used.length > 1) return `has several kinds (${used.join(', ')}); exactly one is allowed`;
  return kinds.indexOf(kind);
}

function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, part)
        ? (value as Record<PropertyKey, unknown>)[part]
        : undefined,
    root,
  );
}

/** JSON names of types, if they differ from those of the schemas. */
const TYPE_NAMES = new Map([
  ['array', 'a list'],
  ['record', 'an object'],
  ['string', 'text'],
]);

function nameType(expected: string): string {
  return TYPE_NAMES.get(expected) ?? `${/^[aeiou]/.test(expected) ? 'an' : 'a'} ${expected}`;
}

function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > VALUE_LIMIT ? `${text.slice(0, VALUE_LIMIT - 1)}…` : text;
}
