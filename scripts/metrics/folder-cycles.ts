import { dirname } from 'node:path';
import type { SourceModule } from './source-modules';

/** Import cycles of folders, each as a path that ends where it starts. */
export function findFolderCycles(modules: readonly SourceModule[]): string[][] {
  const imports = folderImports(modules);
  const done = new Set<string>();
  const cycles: string[][] = [];
  const walk = (folder: string, trail: readonly string[]): void => {
    const start = trail.indexOf(folder);
    if (start !== -1) cycles.push([...trail.slice(start), folder]);
    if (start !== -1 || done.has(folder)) return;
    for (const target of imports.get(folder) ?? []) walk(target, [...trail, folder]);
    done.add(folder);
  };
  for (const folder of imports.keys()) walk(folder, []);
  return cycles;
}

/** The folders that each folder imports, including type imports. */
function folderImports(modules: readonly SourceModule[]): ReadonlyMap<string, ReadonlySet<string>> {
  const folders = new Map<string, Set<string>>();
  for (const { path, imports } of modules) {
    const from = dirname(path);
    const targets = folders.get(from) ?? new Set<string>();
    folders.set(from, targets);
    for (const { target } of imports) {
      const to = dirname(target);
      if (target.startsWith('src/') && to !== from) targets.add(to);
    }
  }
  return folders;
}
