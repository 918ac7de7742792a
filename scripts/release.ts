/**
 * `npm run release`: what the page of a release offers, into `dist/release/`: the packages of the extension,
 * the tracker for `npx`, the add-on for Kodi, the bill of materials and the checksums.
 *
 *   MATINEE_RELEASES_URL  the address of the releases, https://github.com/OWNER/REPOSITORY/releases: then
 *                         also the file that Firefox installs from there, and the manifest of its updates
 *   -- --signed FILE      only puts this file, which Mozilla has signed, in place of the unsigned one
 *   -- --without-firefox  only takes the unsigned one out, which Firefox would not install
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { strToU8 } from 'fflate';
import packageJson from '../package.json' with { type: 'json' };
import { buildExtension } from './build/build-extension';
import { buildTracker } from './build/build-tracker';
import { FIREFOX_ID, FIREFOX_VERSION } from './build/manifest';
import { root } from './build/root';
import { filesBelow, FIREFOX_FILE, inFolder, packagesOf, type Package } from './packages';
import { billOfMaterials, checksums } from './supply-chain';
import { zip } from './zip';

const folder = join(root, 'dist', 'release');
const releases = process.env['MATINEE_RELEASES_URL'] || undefined;
const UPDATES = 'updates.json';
const SUMS = 'SHA256SUMS';

const { values } = parseArgs({
  options: { signed: { type: 'string' }, 'without-firefox': { type: 'boolean' } },
});
if (values.signed !== undefined) await copyFile(values.signed, join(folder, FIREFOX_FILE));
else if (values['without-firefox'] === true)
  for (const name of [FIREFOX_FILE, UPDATES]) await rm(join(folder, name), { force: true });
else await build();
await describe();

async function build(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const packages = await packagesOf({
    chrome: await buildExtension({ browser: 'chrome' }),
    firefox: await buildExtension({ browser: 'firefox' }),
    updateUrl: releases && `${releases}/latest/download/${UPDATES}`,
  });
  const bill = {
    name: `${packageJson.name}-${packageJson.version}-sbom.cdx.json`,
    bytes: strToU8(billOfMaterials()),
  };
  for (const { name, bytes } of [...packages, await kodiAddOn(), bill])
    await writeFile(join(folder, name), bytes);
  const tracker = join(root, 'dist', 'tracker');
  await buildTracker(tracker);
  execFileSync('npm', ['pack', tracker, '--pack-destination', folder, '--silent'], {
    shell: process.platform === 'win32',
  });
}

/** The zip of the Kodi add-on: one folder, and the version of `addon.xml` in the name. */
async function kodiAddOn(): Promise<Package> {
  const id = 'service.matinee';
  const files = await filesBelow(join(root, 'deploy/kodi', id));
  const about = Buffer.from(files.get('addon.xml') ?? []).toString();
  const version = /<addon [^>]*\bversion="([\d.]+)"/.exec(about)?.[1];
  if (version === undefined) throw new Error('addon.xml states no version');
  return { name: `${id}-${version}.zip`, bytes: await zip(inFolder(id, files), 'best') };
}

/** Writes the files that describe the others: Firefox's update manifest and the checksums. */
async function describe(): Promise<void> {
  const stated = async (): Promise<readonly Package[]> => {
    const names = (await readdir(folder)).filter((name) => name !== SUMS).toSorted();
    return Promise.all(names.map(async (name) => ({ name, bytes: await readFile(join(folder, name)) })));
  };
  const installed = (await stated()).find(({ name }) => name === FIREFOX_FILE);
  if (releases !== undefined && installed !== undefined)
    await writeFile(join(folder, UPDATES), updateManifest(releases, installed));
  const files = await stated();
  await writeFile(join(folder, SUMS), checksums(files));
  for (const { name, bytes } of files)
    process.stdout.write(`dist/release/${name}  ${Math.round(bytes.length / 1024)} kB\n`);
}

/** Firefox's update manifest: https://extensionworkshop.com/documentation/manage/updating-your-extension/ */
function updateManifest(address: string, { name, bytes }: Package): string {
  const { version } = packageJson;
  const update = {
    version,
    update_link: `${address}/download/v${version}/${name}`,
    update_hash: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
    applications: { gecko: { strict_min_version: `${FIREFOX_VERSION}.0` } },
  };
  return `${JSON.stringify({ addons: { [FIREFOX_ID]: { updates: [update] } } }, undefined, 2)}\n`;
}
