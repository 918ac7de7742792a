import { cp, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { DEFAULT_BASE_URL } from './constants.ts';
import { extensionConfig } from './extension-config.ts';
import type { Engine } from './manifest.ts';
import { PRIVACY_POLICY } from './privacy-page.ts';
import { root } from './root.ts';
import { hashOfSources } from './source-hash.ts';

export interface BuildRequest {
  readonly browser: Engine;
  /**
   * Address of the tracker that is built in. Default: MATINEE_BASE_URL, otherwise where `npm run service`
   * listens.
   */
  readonly baseUrl?: string;
  /**
   * Whether terser shortens the scripts as in a package. That takes most of a build's time and saves 2 % of
   * its size. Default: true, so that tests run and measure what is shipped.
   */
  readonly isShortened?: boolean;
  /** Where to copy the build. Absent: the path of the cached build is returned, which must not be changed. */
  readonly outDir?: string;
}

/**
 * Builds the extension and returns its folder. Builds are cached under the hash of their sources. So
 * unchanged sources take some milliseconds, and concurrent test runs don't overwrite each other's folder.
 */
export async function buildExtension({
  browser,
  baseUrl = process.env['MATINEE_BASE_URL'] ?? DEFAULT_BASE_URL,
  isShortened = true,
  outDir,
}: BuildRequest): Promise<string> {
  const hash = await hashOfSources(SOURCES, `${browser} ${baseUrl} ${isShortened}`);
  const finished = join(CACHE, `${browser}-${hash}`);
  if (await exists(finished)) {
    await utimes(finished, new Date(), new Date());
  } else {
    await forgetOldBuilds();
    const unfinished = join(CACHE, `.${browser}-${hash}-${process.pid}`);
    await build(extensionConfig({ engine: browser, baseUrl, isShortened, outDir: unfinished }));
    await rm(join(unfinished, 'icons', 'source.svg'), { force: true });
    // Another process may have finished the same build first; both are equal.
    await rename(unfinished, finished).catch(() => rm(unfinished, { recursive: true, force: true }));
  }
  if (outDir === undefined) return finished;
  await rm(outDir, { recursive: true, force: true });
  await cp(finished, outDir, { recursive: true });
  return outDir;
}

const CACHE = join(root, '.cache', 'builds');
const SOURCES = [
  'src',
  'public',
  PRIVACY_POLICY,
  'manifest.json',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'scripts/build',
];
const DAY = 24 * 60 * 60 * 1000;

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

async function forgetOldBuilds(): Promise<void> {
  await mkdir(CACHE, { recursive: true });
  for (const name of await readdir(CACHE)) {
    const { mtimeMs } = await stat(join(CACHE, name));
    if (Date.now() - mtimeMs > DAY) await rm(join(CACHE, name), { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  for (const browser of ['chrome', 'firefox'] as const) {
    const start = performance.now();
    await buildExtension({ browser, isShortened: false, outDir: join(root, 'dist', browser) });
    process.stdout.write(`dist/${browser}  ${Math.round(performance.now() - start)} ms\n`);
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
