import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { constants, DEFAULT_BASE_URL } from '../../../scripts/build/constants';
import { extensionConfig } from '../../../scripts/build/extension-config';
import { defined } from '../../../src/core/values/defined';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Builds popup, options and welcome page as in the extension, without worker and content script, which
 * stand-in.ts replaces. Returns the folder.
 */
export async function buildPages(): Promise<string> {
  const outDir = `${root}.cache/pages/${await fingerprint()}`;
  if (await exists(`${outDir}/src/popup/index.html`)) return outDir;
  // Two test files can build at the same time; the build that ends first is kept.
  const building = `${outDir}-${process.pid}`;
  const { oxc, plugins = [] } = extensionConfig({
    engine: 'chrome',
    baseUrl: DEFAULT_BASE_URL,
    outDir: building,
  });
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    // The texts keep the keys of the sources.
    define: constants(DEFAULT_BASE_URL),
    ...defined({ oxc }),
    plugins: plugins.filter((plugin) =>
      readers.some(
        (name) => plugin !== null && typeof plugin === 'object' && 'name' in plugin && plugin.name === name,
      ),
    ),
    // The package throws outside of an extension.
    resolve: { alias: { 'webextension-polyfill': `${root}test/support/vitest/browser-stub.ts` } },
    build: {
      target: 'es2022',
      outDir: building,
      emptyOutDir: true,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: { input: pages.map((page) => `${root}${page}`) },
    },
  });
  await rename(building, outDir).catch(() => rm(building, { recursive: true, force: true }));
  return outDir;
}

const pages = ['src/popup/index.html', 'src/options/index.html', 'src/options/welcome.html'] as const;

/** The plugins that pages need; the others build the worker, scripts and manifest. */
const readers = ['matinee:catalogue'];

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of [
    'src/ui',
    'src/popup',
    'src/options',
    'src/core',
    'src/platform',
    'src/protocol',
    'src/connectors',
    'public/icons',
  ]) {
    const names = await readdir(`${root}${folder}`, { recursive: true });
    // No build contains the cases of connectors.
    for (const name of names.filter((path) => !path.endsWith('cases.json')).toSorted()) {
      const path = `${root}${folder}/${name}`;
      if ((await stat(path)).isFile()) hash.update(`\n${folder}/${name}\n`).update(await readFile(path));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
