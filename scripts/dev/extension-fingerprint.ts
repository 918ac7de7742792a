import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A hash of all in a build that the browser reads when it loads the extension or starts its worker: manifest,
 * texts, connectors, scripts for web pages, and the loader of the worker, whose imports have the hash of
 * their content in their names.
 */
export async function fingerprintOf(extension: string): Promise<string> {
  const hash = createHash('sha256');
  const names = await readdir(extension, { recursive: true, withFileTypes: true });
  const paths = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of paths.toSorted()) {
    const name = path.slice(extension.length + 1).replaceAll('\\', '/');
    if (!/^(?:assets|src|icons)\//.test(name)) hash.update(`\n${name}\n`).update(await readFile(path));
  }
  return hash.digest('hex');
}
