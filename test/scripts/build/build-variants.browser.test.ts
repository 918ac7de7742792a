import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from 'vite';
import { buildExtension } from '../../../scripts/build/build-extension';
import { DEFAULT_BASE_URL } from '../../../scripts/build/constants';
import { extensionConfig } from '../../../scripts/build/extension-config';
import type { Engine } from '../../../scripts/build/manifest';
import { root } from '../../../scripts/build/root';
import { packagesOf, type Package } from '../../../scripts/packages';

// Builds anew, which takes minutes: runs where something has changed that a build depends on beside its sources.

let folder: string;
let once: readonly Package[];
let again: readonly Package[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matinee-package-'));
  const anew = async (engine: Engine) => {
    const outDir = join(folder, engine);
    await build(extensionConfig({ engine, baseUrl: DEFAULT_BASE_URL, outDir }));
    await rm(join(outDir, 'icons', 'source.svg'), { force: true });
    return outDir;
  };
  const kept = (browser: Engine) => buildExtension({ browser, baseUrl: DEFAULT_BASE_URL });
  once = await packagesOf({ chrome: await kept('chrome'), firefox: await kept('firefox') });
  again = await packagesOf({ chrome: await anew('chrome'), firefox: await anew('firefox') });
  // Two builds and six archives.
}, 900_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test('two runs give the same bytes, though the second builds everything anew', () => {
  expect(again.map(({ name }) => name)).toEqual(once.map(({ name }) => name));
  for (const [index, { name, bytes }] of once.entries())
    expect(Buffer.compare(bytes, again[index]?.bytes ?? Buffer.alloc(0)), name).toBe(0);
});

test('a build of the tests is the same as the shipped one, and contains no path of the machine', () => {
  for (const { name, bytes } of again.filter((one) => !one.name.endsWith('source.zip'))) {
    const scripts = Object.entries(unzipSync(bytes)).filter(([path]) => path.endsWith('.js'));
    expect(scripts.length, name).toBeGreaterThan(5);
    const named = scripts.filter(([, script]) => strFromU8(script).includes(root)).map(([path]) => path);
    expect(named, name).toEqual([]);
  }
});

test('a build for another tracker is another build, with the permission for it', async () => {
  const baseUrl = 'https://tracker.example.org/api/v1';
  const other = await buildExtension({ browser: 'chrome', baseUrl, isShortened: false });
  expect(other).not.toBe(await buildExtension({ browser: 'chrome' }));
  const manifest = JSON.parse(await readFile(join(other, 'manifest.json'), 'utf8')) as unknown;
  expect(manifest).toMatchObject({ host_permissions: ['https://tracker.example.org/*'] });
}, 600_000);

test('a build for trying out is another one too: its content script is not as short as that of a package', async () => {
  const ordinary = await buildExtension({ browser: 'chrome', isShortened: false });
  const shipped = await buildExtension({ browser: 'chrome' });
  const size = async (folder: string) => (await stat(join(folder, 'content.js'))).size;
  expect(await size(ordinary)).toBeGreaterThan(await size(shipped));
}, 600_000);
