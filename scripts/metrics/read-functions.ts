import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { isNode, literal, nameOf, resolveImport, visit, type Node } from './source-modules';

/** A top-level function of a file, with the functions that it calls by name. */
export interface FunctionNode {
  readonly name: string;
  /**
   * The calls in source order. `path` is set if the function is imported from another file of the repository.
   */
  readonly calls: readonly { readonly name: string; readonly path?: string }[];
}

/** The named top-level functions of a file: declarations, and constants that hold a function. */
export function readFunctions(root: string, path: string): ReadonlyMap<string, FunctionNode> {
  const { program } = parseSync(path, readFileSync(join(root, path), 'utf8'));
  const imported = importedNames(root, path, program);
  const functions = new Map<string, FunctionNode>();
  for (const { name, body } of topLevelFunctions(program))
    functions.set(name, { name, calls: callsIn(body, imported) });
  return functions;
}

interface Imported {
  readonly name: string;
  readonly path: string;
}

function importedNames(root: string, path: string, program: unknown): ReadonlyMap<string, Imported> {
  const names = new Map<string, Imported>();
  visit(program, (node) => {
    if (node.type !== 'ImportDeclaration') return;
    const target = resolveImport(root, path, literal(node['source']) ?? '');
    for (const one of listOf(node['specifiers'])) {
      const local = nameOf(one['local']);
      if (local !== undefined) names.set(local, { name: nameOf(one['imported']) ?? local, path: target });
    }
  });
  return names;
}

function* topLevelFunctions(program: unknown): Generator<{ readonly name: string; readonly body: unknown }> {
  for (const statement of isNode(program) ? listOf(program['body']) : []) {
    const declared = isNode(statement['declaration']) ? statement['declaration'] : statement;
    if (declared.type === 'FunctionDeclaration') {
      yield { name: nameOf(declared['id']) ?? 'default', body: declared['body'] };
    }
    for (const one of listOf(declared['declarations'])) {
      const name = nameOf(one['id']);
      if (name !== undefined && isFunction(one['init'])) yield { name, body: one['init'] };
    }
  }
}

function callsIn(body: unknown, imported: ReadonlyMap<string, Imported>): FunctionNode['calls'] {
  const calls: { readonly name: string; readonly path?: string }[] = [];
  visit(body, (node) => {
    const called = node.type === 'CallExpression' ? nameOf(node['callee']) : undefined;
    if (called !== undefined) calls.push(imported.get(called) ?? { name: called });
  });
  return calls;
}

function isFunction(value: unknown): boolean {
  return isNode(value) && (value.type === 'ArrowFunctionExpression' || value.type === 'FunctionExpression');
}

function listOf(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}
