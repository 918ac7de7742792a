import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './root.ts';

/** A hash of the content of these files and folders of the repository. */
export async function hashOfSources(paths: readonly string[], seed: string): Promise<string> {
  const hash = createHash('sha256').update(seed);
  for (const path of paths) {
    for (const file of await filesIn(path))
      hash.update(`\n${file}\n`).update(await readFile(join(root, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

async function filesIn(path: string): Promise<string[]> {
  const found = await stat(join(root, path)).catch(() => undefined);
  if (found === undefined) return [];
  if (!found.isDirectory()) return [path];
  const names = await readdir(join(root, path));
  const nested = await Promise.all(names.toSorted().map((name) => filesIn(`${path}/${name}`)));
  return nested.flat();
}
