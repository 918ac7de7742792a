import { createHash } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { DEFAULT_BASE_URL } from '../../scripts/build/constants';
import type { Engine } from '../../scripts/build/manifest';
import { buildExtension } from '../../scripts/build/build-extension';
import limits from '../../scripts/metrics/limits.json' with { type: 'json' };
import { FIREFOX_FILE, packagesOf, type Package } from '../../scripts/packages';

let packages: readonly Package[];

beforeAll(async () => {
  const kept = (browser: Engine) => buildExtension({ browser, baseUrl: DEFAULT_BASE_URL });
  packages = await packagesOf({
    chrome: await kept('chrome'),
    firefox: await kept('firefox'),
    updateUrl: 'https://releases.example/updates.json',
  });
});

const part = (what: string) =>
  packages.find(({ name }) => name === `matinee-${packageJson.version}-${what}.zip`)?.bytes ??
  new Uint8Array();

test.each(['chrome', 'firefox'])(
  'the package for %s is within its size, with room for each language, and carries the one version',
  (engine) => {
    const bytes = part(engine);
    const files = unzipSync(bytes);
    const languages = Object.keys(files).filter((path) => path.startsWith('_locales/'));
    expect(languages).toHaveLength(15);
    const room = languages.length * limits.sizes['package for each language, bytes'];
    expect(bytes.length).toBeLessThanOrEqual(limits.sizes['package beside its languages, bytes'] + room);
    const manifest = jsonOf(files['manifest.json']) as Record<string, unknown>;
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

test('the folder for "Load unpacked" is the package for Chrome with the id of the extension', () => {
  const name = `matinee-${packageJson.version}`;
  const unpacked = unzipSync(part('unpacked'));
  const { [`${name}/manifest.json`]: manifest, ...others } = unpacked;
  const { 'manifest.json': ofStore, ...ofChrome } = unzipSync(part('chrome'));
  const inFolder = Object.entries(ofChrome).map(([path, bytes]) => [`${name}/${path}`, bytes] as const);
  expect(hashesOf(others)).toEqual(hashesOf(Object.fromEntries(inFolder)));
  const { key, ...rest } = jsonOf(manifest) as { readonly key?: string };
  expect(key).toMatch(/^MII/);
  expect(rest).toEqual(jsonOf(ofStore));
});

test('what Firefox installs from elsewhere differs from the package of its store by where it updates from', () => {
  const file = packages.find(({ name }) => name === FIREFOX_FILE)?.bytes ?? new Uint8Array();
  const { 'manifest.json': manifest, ...others } = unzipSync(file);
  const { 'manifest.json': ofStore, ...ofFirefox } = unzipSync(part('firefox'));
  expect(hashesOf(others)).toEqual(hashesOf(ofFirefox));
  const { browser_specific_settings: stated, ...rest } = jsonOf(ofStore) as {
    readonly browser_specific_settings: { readonly gecko: object };
  };
  expect(stated.gecko).not.toHaveProperty('update_url');
  const gecko = { ...stated.gecko, update_url: 'https://releases.example/updates.json' };
  expect(jsonOf(manifest)).toEqual({ ...rest, browser_specific_settings: { ...stated, gecko } });
});

const hashesOf = (files: Record<string, Uint8Array>) =>
  Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, sha256(bytes)]));
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const jsonOf = (bytes: Uint8Array = new Uint8Array()): unknown => JSON.parse(strFromU8(bytes));

test('the source archive holds what the packages are built from, and nothing that is built', () => {
  const paths = Object.keys(unzipSync(part('source')));
  for (const path of [
    'package.json',
    'package-lock.json',
    'manifest.json',
    'vite.config.ts',
    'src/background/main.ts',
    'scripts/release.ts',
  ])
    expect(paths).toContain(path);
  expect(paths.filter((path) => /^(?:node_modules|dist|\.cache|\.git)\//.test(path))).toEqual([]);
});
