import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from 'vite';
import packageJson from '../../package.json' with { type: 'json' };
import { DEFAULT_BASE_URL } from '../../scripts/build/constants';
import { extensionConfig } from '../../scripts/build/extension-config';
import type { Engine } from '../../scripts/build/manifest';
import { buildExtension } from '../../scripts/build/build-extension';
import { packagesOf, type Package } from '../../scripts/package';

const root = fileURLToPath(new URL('../..', import.meta.url));
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
}, 600_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const part = (what: string) =>
  once.find(({ name }) => name === `matinee-${packageJson.version}-${what}.zip`)?.bytes ?? new Uint8Array();

test('two runs give the same bytes, though the second builds everything anew', () => {
  expect(again.map(({ name }) => name)).toEqual(once.map(({ name }) => name));
  for (const [index, { name, bytes }] of once.entries())
    expect(Buffer.compare(bytes, again[index]?.bytes ?? Buffer.alloc(0)), name).toBe(0);
});

test('a build of the tests is the same as the shipped one, and contains no path of the machine', () => {
  for (const { name, bytes } of again.filter((one) => !one.name.endsWith('source.zip'))) {
    const scripts = Object.entries(unzipSync(bytes)).filter(([path]) => path.endsWith('.js'));
    expect(scripts.length, name).toBeGreaterThan(5);
    expect(
      scripts.filter(([, script]) => strFromU8(script).includes(root)).map(([path]) => path),
      name,
    ).toEqual([]);
  }
});

test.each(['chrome', 'firefox'])(
  'the package for %s has at most 420,000 bytes and 11,500 for each language, and carries the one version',
  (engine) => {
    const bytes = part(engine);
    const files = unzipSync(bytes);
    const languages = Object.keys(files).filter((path) => path.startsWith('_locales/'));
    expect(languages).toHaveLength(15);
    expect(bytes.length).toBeLessThanOrEqual(420_000 + languages.length * 11_500);
    const manifest = JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array())) as Record<
      string,
      unknown
    >;
    expect(manifest['version']).toBe(packageJson.version);
    expect(manifest).not.toHaveProperty('key');
    expect(
      Object.keys(files).filter((path) => /(?:^|\/)\.|\.map$|\.svg$|definition\.schema/.test(path)),
    ).toEqual([]);
  },
);

test.each(['chrome', 'firefox'])(
  'the package for %s has the licences, and no site of the demonstration',
  (engine) => {
    const files = unzipSync(part(engine));
    const text = (path: string) => strFromU8(files[path] ?? new Uint8Array());
    expect(text('LICENSE.txt')).toContain('MIT License');
    for (const name of ['preact', 'zod', '@codemirror/state', 'idb', 'webextension-polyfill'])
      expect(text('THIRD-PARTY.txt')).toContain(`${name} `);
    expect(text('THIRD-PARTY.txt')).not.toContain('contains no text');
    expect(Object.keys(files).filter((path) => path.includes('matinee-cinema'))).toEqual([]);
    expect(text('connectors.json')).not.toContain('matinee-cinema');
    expect(text('connectors.json')).toContain('"netflix"');
  },
);

test('the source archive holds what the packages are built from, and nothing that is built', () => {
  const paths = Object.keys(unzipSync(part('source')));
  for (const path of [
    'package.json',
    'package-lock.json',
    'manifest.json',
    'vite.config.ts',
    'src/background/main.ts',
    'scripts/package.ts',
  ])
    expect(paths).toContain(path);
  expect(paths.filter((path) => /^(?:node_modules|dist|\.cache|\.git)\//.test(path))).toEqual([]);
});
