import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { isNode, nameOf, visit, type Node, type SourceModule } from './source-modules';

/** Files with a single importer, which is in the same folder. They are candidates to be merged into it. */
export function singleImporters(modules: readonly SourceModule[]): readonly string[] {
  const importers = new Map<string, Set<string>>();
  for (const { path, imports } of modules) {
    for (const { target } of imports) {
      const known = importers.get(target) ?? new Set<string>();
      importers.set(target, known.add(path));
    }
  }
  return modules.flatMap(({ path }) => {
    const [one, ...others] = importers.get(path) ?? [];
    return one !== undefined && others.length === 0 && dirname(one) === dirname(path)
      ? [`${path} (by ${one})`]
      : [];
  });
}

/** Imports between files of the repository, each pair once. */
export function importEdges(modules: readonly SourceModule[]): readonly string[] {
  const known = new Set(modules.map(({ path }) => path));
  return modules.flatMap(({ path, imports }) =>
    [...new Set(imports.map(({ target }) => target))]
      .filter((target) => known.has(target))
      .map((target) => `${path} -> ${target}`),
  );
}

interface Declarations {
  readonly exports: readonly string[];
  readonly types: readonly string[];
}

/** The names that a file exports, and the names of all types that it declares. */
export function readDeclarations(root: string, path: string): Declarations {
  const exports: string[] = [];
  const types: string[] = [];
  visit(parseSync(path, readFileSync(join(root, path), 'utf8')).program, (node) => {
    if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration')
      types.push(nameOf(node['id']) ?? '');
    if (node.type === 'ExportDefaultDeclaration') exports.push('default');
    if (node.type === 'ExportNamedDeclaration') exports.push(...exportedNames(node));
  });
  return { exports, types };
}

function exportedNames(node: Node): readonly string[] {
  const { declaration } = node;
  if (!isNode(declaration))
    return listOf(node['specifiers']).map((one) => nameOf(one['exported']) ?? 'default');
  const declarations = listOf(declaration['declarations']);
  const names = declarations.length > 0 ? declarations : [declaration];
  return names.map((one) => nameOf(one['id']) ?? 'pattern');
}

function listOf(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** Type names that are declared in more than one folder. */
export function namesakes(root: string, modules: readonly SourceModule[]): readonly string[] {
  const homes = new Map<string, Set<string>>();
  for (const { path } of modules) {
    for (const name of readDeclarations(root, path).types) {
      const known = homes.get(name) ?? new Set<string>();
      homes.set(name, known.add(dirname(path)));
    }
  }
  return [...homes]
    .filter(([, folders]) => folders.size > 1)
    .map(([name, folders]) => `${name}: ${[...folders].join(', ')}`);
}

/** Places of the word `readonly`. A type with only read-only fields should say so once: `Readonly<{ … }>`. */
export function readonlyWords(root: string, path: string): readonly string[] {
  return readFileSync(join(root, path), 'utf8')
    .split('\n')
    .flatMap((line, index) => (line.match(/\breadonly\b/g) ?? []).map(() => `${path}:${index + 1}`));
}
