import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A hash of the files that the browser reads when it loads the extension or starts the worker: manifest,
 * texts, connectors, page scripts, and the loader of the worker. The loader's imports have content hashes in
 * their names, so a change of the worker changes the loader.
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
