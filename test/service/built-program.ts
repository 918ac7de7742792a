import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleProgram } from '../../scripts/build/build-tracker';
import { root } from '../../scripts/build/root';
import { hashOfSources } from '../../scripts/build/source-hash';

const CACHE = join(root, '.cache', 'programs');
const NAME = 'program.js';

/** A program with the service in it as one file, built once for these sources. `source`: from the root. */
export async function builtProgram(source: string): Promise<string> {
  const hash = await hashOfSources(['src', 'scripts/build', 'package-lock.json', source], source);
  const finished = join(CACHE, hash);
  if (!existsSync(finished)) {
    await mkdir(CACHE, { recursive: true });
    const unfinished = join(CACHE, `.${hash}-${String(process.pid)}-${String(performance.now())}`);
    // A build sets it, and the tests after it run in this thread.
    const { NODE_ENV } = process.env;
    await bundleProgram(source, unfinished, NAME);
    process.env['NODE_ENV'] = NODE_ENV;
    // Another file may have finished the same build first; both are equal.
    await rename(unfinished, finished).catch(() => rm(unfinished, { recursive: true }));
  }
  return join(finished, NAME);
}
