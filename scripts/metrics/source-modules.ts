import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'vite';

export interface SourceModule {
  /** Relative to the root of the repository: `src/core/media/item.ts`. */
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  /** Uses of the extension API as a global: `browser.tabs`, `chrome.runtime`. */
  readonly extensionApi: readonly string[];
  /** Keys of texts in calls of `text('key')`. */
  readonly textKeys: readonly string[];
}

export interface Import {
  /** A path from the root if the file exists, otherwise the specifier as written (a package). */
  readonly target: string;
  readonly typeOnly: boolean;
}

/** Parses every .ts and .tsx file below a folder. Empty if the folder does not exist. */
export function readModules(root: string, folder: string): SourceModule[] {
  return sourceFiles(root, folder).map((path) => {
    const code = readFileSync(join(root, path), 'utf8');
    const resolve = (specifier: string) => resolveImport(root, path, specifier);
    return readModule({ path, code, resolve });
  });
}

export function readModule({
  path,
  code,
  resolve,
}: {
  path: string;
  code: string;
  resolve: (specifier: string) => string;
}): SourceModule {
  const { program, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map((error) => error.message).join('; ')}`);
  const imports: Import[] = [];
  const extensionApi: string[] = [];
  const textKeys: string[] = [];
  visit(program, (node) => {
    const found = importOf(node);
    if (found !== undefined) imports.push({ ...found, target: resolve(found.target) });
    const api = extensionApiOf(node);
    if (api !== undefined) extensionApi.push(api);
    const key = textKeyOf(node);
    if (key !== undefined) textKeys.push(key);
  });
  return { path, lines: code.trimEnd().split('\n').length, imports, extensionApi, textKeys };
}

/** Import cycles, each as a path that ends where it starts. */
export function findCycles(modules: readonly SourceModule[]): string[][] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const done = new Set<string>();
  const cycles: string[][] = [];
  const walk = (path: string, trail: readonly string[]) => {
    const start = trail.indexOf(path);
    if (start !== -1) cycles.push([...trail.slice(start), path]);
    if (start !== -1 || done.has(path)) return;
    for (const { target } of byPath.get(path)?.imports ?? []) walk(target, [...trail, path]);
    done.add(path);
  };
  for (const { path } of modules) walk(path, []);
  return cycles;
}

export type Node = Readonly<Record<string, unknown>> & { readonly type: string };

export function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, see);
  } else if (isNode(value)) {
    see(value);
    for (const child of Object.values(value)) visit(child, see);
  }
}

export function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
  );
}

/** The import of a node, which may also be `export … from`, `import()` or `import('…').Type`. */
function importOf(node: Node): Import | undefined {
  const source = literal(node['source']);
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return source === undefined ? undefined : { target: source, typeOnly: isTypeOnly(node) };
    case 'ImportExpression':
      return source === undefined ? undefined : { target: source, typeOnly: false };
    case 'TSImportType': {
      const named = source ?? literal(node['argument']);
      return named === undefined ? undefined : { target: named, typeOnly: true };
    }
    default:
      return undefined;
  }
}

function isTypeOnly(node: Node): boolean {
  if (node['importKind'] === 'type' || node['exportKind'] === 'type') return true;
  const specifiers = Array.isArray(node['specifiers']) ? node['specifiers'].filter(isNode) : [];
  return (
    specifiers.length > 0 &&
    specifiers.every((one) => one['importKind'] === 'type' || one['exportKind'] === 'type')
  );
}

function extensionApiOf(node: Node): string | undefined {
  if (node.type !== 'MemberExpression') return undefined;
  const owner = nameOf(node['object']);
  const member = nameOf(node['property']) ?? literal(node['property']);
  if (owner === 'browser' || owner === 'chrome') return `${owner}.${member ?? '?'}`;
  const isGlobal = owner === 'globalThis' || owner === 'self' || owner === 'window';
  return isGlobal && (member === 'browser' || member === 'chrome') ? `${owner}.${member}` : undefined;
}

function textKeyOf(node: Node): string | undefined {
  if (node.type !== 'CallExpression' || nameOf(node['callee']) !== 'text') return undefined;
  return Array.isArray(node['arguments']) ? literal(node['arguments'][0]) : undefined;
}

export function nameOf(value: unknown): string | undefined {
  return isNode(value) && value.type === 'Identifier' ? String(value['name']) : undefined;
}

export function literal(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (value.type === 'TSLiteralType') return literal(value['literal']);
  return value.type === 'Literal' && typeof value['value'] === 'string' ? value['value'] : undefined;
}

function sourceFiles(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sourceFiles(root, path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

export function resolveImport(root: string, from: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  const path = normalize(join(dirname(from), specifier.replace(/\?.*$/, ''))).replaceAll('\\', '/');
  const candidates = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`];
  return (
    candidates.find((candidate) => /\.\w+$/.test(candidate) && existsSync(join(root, candidate))) ?? path
  );
}
