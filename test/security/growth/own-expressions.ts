import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseAst } from 'vite';

/** An expression of the source. */
export interface OwnExpression {
  readonly file: string;
  readonly pattern: string;
  readonly flags: string;
}

const ROOT = join(import.meta.dirname, '../../../src');
const FOLDERS = ['service', 'core', 'content', 'protocol'];

/** Every expression that is written in what meets text from outside. */
export function ownExpressions(): OwnExpression[] {
  return sources().flatMap(({ file, nodes }) =>
    nodes.flatMap((node) => (isRegex(node) ? [{ file, ...node.regex }] : [])),
  );
}

/** Files that build an expression from parts, each as often as it does. */
export function builtExpressions(): string[] {
  return sources().flatMap(({ file, nodes }) => nodes.flatMap((node) => (isBuilt(node) ? [file] : [])));
}

/** Texts that are passed as selectors. */
export function ownSelectors(): { readonly file: string; readonly selector: string }[] {
  return sources().flatMap(({ file, nodes }) =>
    nodes.flatMap((node) => selectorOf(node).map((selector) => ({ file, selector }))),
  );
}

type Node = Readonly<Record<string, unknown>>;

let parsed: { readonly file: string; readonly nodes: readonly Node[] }[] | undefined;

function sources() {
  return (parsed ??= FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => {
        const path = join(ROOT, folder, name);
        const tree = parseAst(readFileSync(path, 'utf8'), { lang: 'ts' });
        return { file: relative(ROOT, path), nodes: [...walk(tree)] };
      }),
  ));
}

function* walk(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* walk(one);
  else if (isNode(value)) {
    if (typeof value['type'] === 'string') yield value;
    for (const part of Object.values(value)) yield* walk(part);
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !(value instanceof RegExp);

function isRegex(node: Node): node is Node & { regex: { pattern: string; flags: string } } {
  return node['type'] === 'Literal' && isNode(node['regex']);
}

function isBuilt(node: Node): boolean {
  return node['type'] === 'NewExpression' && isNode(node['callee']) && node['callee']['name'] === 'RegExp';
}

function selectorOf(node: Node): string[] {
  if (node['type'] !== 'CallExpression' || !isNode(node['callee'])) return [];
  const property = node['callee']['property'];
  const name = isNode(property) ? property['name'] : undefined;
  if (!['querySelector', 'querySelectorAll', 'closest', 'matches'].includes(String(name))) return [];
  const [first] = node['arguments'] as readonly unknown[];
  return isNode(first) && typeof first['value'] === 'string' ? [first['value']] : [];
}
