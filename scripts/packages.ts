import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { strFromU8, strToU8 } from 'fflate';
import packageJson from '../package.json' with { type: 'json' };
import { catalogueText } from './build/catalogue';
import { CATALOGUE_FILE } from '../src/platform/files/catalogue-file';
import { thirdPartyLicences } from './supply-chain';
import { zip } from './zip';

export interface Package {
  /** `matinee-0.1.0-chrome.zip` */
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface Builds {
  readonly chrome: string;
  readonly firefox: string;
  /** Address of the update manifest of a self-hosted `.xpi`; undefined: no such file is made. */
  readonly updateUrl?: string | undefined;
}

/**
 * Packs two builds and the sources:
 * - a zip for the stores of Chrome and Edge, without the manifest's `key`;
 * - a zip of the same build in one folder, with the `key`, for "Load unpacked";
 * - a zip for Firefox's store;
 * - with `updateUrl`, the `.xpi` that Firefox installs from the page of a release;
 * - a zip of the sources, from which the reviewers of Firefox's store build again.
 *
 * The same sources give the same bytes on any day and machine: names are sorted, every entry has the same
 * time, and none has attributes.
 */
export async function packagesOf({ chrome, firefox, updateUrl }: Builds): Promise<readonly Package[]> {
  const ofChrome = toStoreFiles(await filesBelow(chrome));
  const ofFirefox = toStoreFiles(await filesBelow(firefox));
  return [
    { name: `${NAME}-chrome.zip`, bytes: await zip(withoutKey(ofChrome), 'best') },
    { name: `${NAME}-unpacked.zip`, bytes: await zip(inFolder(NAME, ofChrome), 'best') },
    { name: `${NAME}-firefox.zip`, bytes: await zip(ofFirefox, 'best') },
    ...(updateUrl === undefined
      ? []
      : [{ name: FIREFOX_FILE, bytes: await zip(withUpdateUrl(ofFirefox, updateUrl), 'best') }]),
    { name: `${NAME}-source.zip`, bytes: await zip(await sourceFiles(), 'fast') },
  ];
}

/** Base name of the packages: `matinee-0.1.0`. */
const NAME = `${packageJson.name}-${packageJson.version}`;
/** The `.xpi` that Firefox installs from the page of a release. */
export const FIREFOX_FILE = `${NAME}-firefox.xpi`;

type Files = ReadonlyMap<string, Uint8Array>;

/** Puts the files into a folder, so that unpacking makes one folder with a telling name. */
export function inFolder(folder: string, files: Files): Files {
  return new Map([...files].map(([path, bytes]) => [`${folder}/${path}`, bytes]));
}

/**
 * Adds `update_url` to the manifest. Mozilla's store refuses an upload that has one, so only the self-hosted
 * `.xpi` gets it.
 */
function withUpdateUrl(files: Files, updateUrl: string): Files {
  const manifest = jsonOf(files, 'manifest.json') as FirefoxManifest;
  const { gecko, ...others } = manifest.browser_specific_settings;
  return withManifest(files, {
    ...manifest,
    browser_specific_settings: { gecko: { ...gecko, update_url: updateUrl }, ...others },
  });
}

interface FirefoxManifest {
  readonly browser_specific_settings: { readonly gecko: object };
}

function withManifest(files: Files, manifest: object): Files {
  return new Map(files).set('manifest.json', strToU8(`${JSON.stringify(manifest, undefined, 2)}\n`));
}

/**
 * Removes `key` from the manifest. It fixes the id of an unpacked extension, but the Chrome Web Store refuses
 * an upload that has one.
 */
function withoutKey(files: Files): Files {
  const { key: _key, ...manifest } = jsonOf(files, 'manifest.json') as Record<string, unknown>;
  return withManifest(files, manifest);
}

/**
 * The files as stores get them: with the licences, whose text must accompany copies, and without the
 * connector of the site that only the demonstration serves.
 */
function toStoreFiles(files: Files): Files {
  const { [DEMONSTRATION]: _, ...definitions } = jsonOf(files, CATALOGUE_FILE) as Record<string, unknown>;
  const heads = jsonOf(files, 'connectors.json') as readonly { readonly id: string }[];
  return new Map(files)
    .set(CATALOGUE_FILE, strToU8(catalogueText(Object.entries(definitions))))
    .set('connectors.json', strToU8(JSON.stringify(heads.filter(({ id }) => id !== DEMONSTRATION))))
    .set('LICENSE.txt', readFileSync(join(root, 'LICENSE')))
    .set('THIRD-PARTY.txt', strToU8(thirdPartyLicences()));
}

const DEMONSTRATION = 'matinee-cinema';

function jsonOf(files: Files, path: string): unknown {
  const bytes = files.get(path);
  if (bytes === undefined) throw new Error(`the build has no ${path}`);
  return JSON.parse(strFromU8(bytes));
}

export async function filesBelow(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  // Files whose names begin with a dot are left out: they belong to build tools.
  const wanted = paths
    .map((path) => path.slice(folder.length + 1).replaceAll('\\', '/'))
    .filter((path) => !path.split('/').some((part) => part.startsWith('.')));
  return readAll(folder, wanted);
}

/**
 * All committed files. `npm ci` and `npm run release` build from them. In an unpacked archive there is no
 * git, so all files are taken except those in `MADE_HERE`.
 */
async function sourceFiles(): Promise<Files> {
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

/** Folders that tools create, as in .gitignore. */
const MADE_HERE = new Set(['node_modules', 'dist', '.cache', 'screenshots', 'coverage']);

async function readAll(folder: string, paths: readonly string[]): Promise<Files> {
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path))] as const)),
  );
}

const root = fileURLToPath(new URL('..', import.meta.url));
