import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './root.ts';
import { hashOfSources } from './source-hash.ts';

const NAME = 'replay.js';
/** The folder of the repository in which the service looks for `replay.js`. */
const CACHE = join(root, '.cache', 'tracker');
const SOURCES = ['src/content', 'src/core', 'src/protocol', 'package-lock.json', 'scripts/build'];

/**
 * Writes `replay.js` into the folder. It is the script of the tracker's review page, which reads saved pages.
 * The file's first line holds the hash of its sources. A file with the same hash is left as it is.
 */
export async function buildReplayScript(outDir = CACHE): Promise<void> {
  const heading = `// ${await hashOfSources(SOURCES, NAME)}\n`;
  const before = await readFile(join(outDir, NAME), 'utf8').catch(() => '');
  if (before.startsWith(heading)) return;
  const unfinished = join(outDir, `.${process.pid}-${NAME}`);
  await mkdir(outDir, { recursive: true });
  await writeFile(unfinished, heading + (await bundle()));
  // Renamed into place, because a service may be reading the file.
  await rename(unfinished, join(outDir, NAME));
}

async function bundle(): Promise<string> {
  const [{ DEFAULT_BASE_URL }, { sharedConfig }, { bundleClassic }] = await Promise.all([
    import('./constants.ts'),
    import('./extension-config.ts'),
    import('./page-scripts.ts'),
  ]);
  const config = sharedConfig(root, DEFAULT_BASE_URL);
  return (await bundleClassic(config, `${root}src/content/replay/main.ts`)).code;
}
