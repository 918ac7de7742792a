import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { isNode, nameOf, type Node } from './source-modules';

const CHANGING = new Set([
  'copyWithin',
  'fill',
  'pop',
  'push',
  'reverse',
  'shift',
  'sort',
  'splice',
  'unshift',
]);

/** The names in scope. True: the name is a parameter, so its value may be the caller's. */
type Scope = ReadonlyMap<string, boolean>;

/**
 * Places where a function changes an array that it was given. The array is the caller's, and the types of
 * `src` don't protect it by `readonly`. Collecting into a given array counts too.
 */
export function changedArrays(root: string, path: string): readonly string[] {
  return changesIn(readFileSync(join(root, path), 'utf8'), path);
}

/** The places in the text of one file. */
export function changesIn(code: string, path: string): readonly string[] {
  const found: string[] = [];
  const walk = (value: unknown, scope: Scope): void => {
    if (Array.isArray(value)) {
      // A statement's declarations are known to the statements after it.
      let inside = scope;
      for (const one of value) {
        inside = withDeclared(one, inside);
        walk(one, inside);
      }
    } else if (isNode(value)) {
      const inside = withParameters(value, scope);
      const start = value['start'];
      if (isChange(value, inside)) found.push(`${path}:${lineOf(code, Number(start))}`);
      for (const child of Object.values(value)) walk(child, inside);
    }
  };
  walk(parseSync(path, code).program, new Map());
  return found;
}

function withDeclared(statement: unknown, scope: Scope): Scope {
  if (!isNode(statement) || statement.type !== 'VariableDeclaration') return scope;
  const declared = nodesOf(statement['declarations']).flatMap((one) => namesIn(one['id']));
  return new Map([...scope, ...declared.map((name) => [name, false] as const)]);
}

function withParameters(node: Node, scope: Scope): Scope {
  const parameters = /Function/u.test(node.type) ? nodesOf(node['params']).flatMap(namesIn) : [];
  return parameters.length === 0
    ? scope
    : new Map([...scope, ...parameters.map((name) => [name, true] as const)]);
}

/** Whether a call changes a given array: `given.push(…)`, `given.list.sort()`, `given[0].reverse()`. */
function isChange(node: Node, scope: Scope): boolean {
  if (node.type !== 'CallExpression' || !isNode(node['callee'])) return false;
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || !CHANGING.has(nameOf(callee['property']) ?? '')) return false;
  let owner = callee['object'];
  while (isNode(owner) && owner.type === 'MemberExpression') owner = owner['object'];
  return scope.get(nameOf(owner) ?? '') === true;
}

/** The names that a pattern binds: `{ a, b: [c = 1], ...rest }` binds a, c and rest. */
function namesIn(pattern: unknown): readonly string[] {
  if (!isNode(pattern)) return [];
  const name = nameOf(pattern);
  if (name !== undefined) return [name];
  const parts = ['properties', 'elements'].flatMap((key) => nodesOf(pattern[key]));
  const [one] = ['value', 'left', 'argument', 'parameter'].map((key) => pattern[key]).filter(isNode);
  return [...parts, ...(one === undefined ? [] : [one])].flatMap(namesIn);
}

function nodesOf(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function lineOf(code: string, at: number): number {
  return code.slice(0, at).split('\n').length;
}
