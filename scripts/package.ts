/**
 * `npm run package`: what the stores take, into `dist/packages/` – a zip for Chrome and Edge, one for
 * Firefox, the sources that Firefox's reviewers build again, the bill of materials and the checksums. The
 * same sources give the same bytes, on any day and machine: sorted names, one fixed time, no attributes.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { strFromU8, strToU8 } from 'fflate';
import packageJson from '../package.json' with { type: 'json' };
import { CATALOGUE_FILE } from '../src/platform/files/catalogue-file';
import { buildExtension } from './build/build-extension';
import { billOfMaterials, checksums, thirdPartyLicences } from './supply-chain';
import { zip } from './zip';

export interface Package {
  /** `matinee-0.1.0-chrome.zip` */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Packs two builds and the sources. */
export async function packagesOf(builds: {
  readonly chrome: string;
  readonly firefox: string;
}): Promise<readonly Package[]> {
  const named = (what: string) => `${packageJson.name}-${packageJson.version}-${what}.zip`;
  return [
    {
      name: named('chrome'),
      bytes: await zip(toStoreFiles(withoutKey(await filesBelow(builds.chrome))), 'best'),
    },
    { name: named('firefox'), bytes: await zip(toStoreFiles(await filesBelow(builds.firefox)), 'best') },
    { name: named('source'), bytes: await zip(await sourceFiles(), 'fast') },
  ];
}

/** `key` fixes the id of an unpacked extension. The Chrome Web Store refuses an upload that has one. */
function withoutKey(files: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, Uint8Array> {
  const { key: _key, ...manifest } = JSON.parse(
    strFromU8(files.get('manifest.json') ?? strToU8('{}')),
  ) as Record<string, unknown>;
  return new Map(files).set('manifest.json', strToU8(`${JSON.stringify(manifest, undefined, 2)}\n`));
}

/**
 * With the licences, whose text goes along with copies; without the site that only the demonstration serves.
 */
function toStoreFiles(files: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, Uint8Array> {
  const { [DEMONSTRATION]: _, ...definitions } = jsonOf(files, CATALOGUE_FILE) as Record<string, unknown>;
  const heads = jsonOf(files, 'connectors.json') as readonly { readonly id: string }[];
  return new Map(files)
    .set(CATALOGUE_FILE, strToU8(JSON.stringify(definitions)))
    .set('connectors.json', strToU8(JSON.stringify(heads.filter(({ id }) => id !== DEMONSTRATION))))
    .set('LICENSE.txt', readFileSync(join(root, 'LICENSE')))
    .set('THIRD-PARTY.txt', strToU8(thirdPartyLicences()));
}

const DEMONSTRATION = 'matinee-cinema';

function jsonOf(files: ReadonlyMap<string, Uint8Array>, path: string): unknown {
  const bytes = files.get(path);
  if (bytes === undefined) throw new Error(`the build has no ${path}`);
  return JSON.parse(strFromU8(bytes));
}

async function filesBelow(folder: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  // Build tools keep files whose names begin with a dot.
  const wanted = paths
    .map((path) => path.slice(folder.length + 1).replaceAll('\\', '/'))
    .filter((path) => !path.split('/').some((part) => part.startsWith('.')));
  return readAll(folder, wanted);
}

/**
 * All committed files. They build with `npm ci` and `npm run package`, also after they are unpacked from the
 * archive, where there is no git.
 */
async function sourceFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  if (existsSync(join(root, '.git'))) {
    const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
    return readAll(
      root,
      listed.filter((path) => path !== '' && existsSync(join(root, path))),
    );
  }
  const names = (await readdir(root)).filter((name) => !MADE_HERE.has(name));
  const inside = await Promise.all(
    names.map(async (name) =>
      (await stat(join(root, name))).isDirectory()
        ? await readdir(join(root, name), { recursive: true, withFileTypes: true })
        : [],
    ),
  );
  const below = inside
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  const plain = (await readdir(root, { withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
  return readAll(root, [...plain, ...below]);
}

/** The same as in .gitignore. */
const MADE_HERE = new Set(['node_modules', 'dist', '.cache', 'screenshots', 'coverage']);

async function readAll(folder: string, paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path))] as const)),
  );
}

const root = fileURLToPath(new URL('..', import.meta.url));

async function main(): Promise<void> {
  const folder = join(root, 'dist', 'packages');
  await mkdir(folder, { recursive: true });
  const packages = await packagesOf({
    chrome: await buildExtension({ browser: 'chrome' }),
    firefox: await buildExtension({ browser: 'firefox' }),
  });
  const bill = {
    name: `${packageJson.name}-${packageJson.version}-sbom.cdx.json`,
    bytes: strToU8(billOfMaterials()),
  };
  const sums = { name: 'SHA256SUMS', bytes: strToU8(checksums([...packages, bill])) };
  for (const { name, bytes } of [...packages, bill, sums]) {
    await writeFile(join(folder, name), bytes);
    process.stdout.write(`dist/packages/${name}  ${Math.round(bytes.length / 1024)} kB\n`);
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
