import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import manifest from '../manifest.json' with { type: 'json' };
import { hostPattern, manifestFor } from '../scripts/build/manifest';

const BASE_URL = 'https://tracker.example.org:8443/api/v1';
const chrome = manifestFor('chrome', BASE_URL) as unknown as Record<string, unknown>;
const firefox = manifestFor('firefox', BASE_URL) as unknown as Record<string, unknown>;

test.each([
  ['Chrome', chrome],
  ['Firefox', firefox],
])(
  'in %s nothing is asked for at install but the tracker, and no page sees the extension',
  (_name, built) => {
    // None of these shows a warning; `unlimitedStorage` keeps the databases when the browser needs space: `activeTab` is the tab in which the user clicks the icon or its menu,
    // `contextMenus` the icon's own menu.
    expect(built['permissions']).toEqual([
      'storage',
      'unlimitedStorage',
      'alarms',
      'scripting',
      'activeTab',
      'contextMenus',
      ...(built === chrome ? ['offscreen'] : []),
    ]);
    expect(built['optional_permissions']).toEqual(['notifications']);
    expect(built['host_permissions']).toEqual(['https://tracker.example.org/*']);
    expect(built['optional_host_permissions']).toEqual(['https://*/*', 'http://*/*']);
    expect(built).not.toHaveProperty('content_scripts');
    expect(built).not.toHaveProperty('web_accessible_resources');
    expect(built).not.toHaveProperty('externally_connectable');
  },
);

test.each([
  ['http://127.0.0.1:4680/api/v1', 'http://127.0.0.1/*'],
  ['http://localhost/api/v1', 'http://localhost/*'],
  ['https://tracker.example.org/some/path/api/v1', 'https://tracker.example.org/*'],
])('the permission for %s is %s, as patterns have no port', (baseUrl, pattern) => {
  expect(hostPattern(baseUrl)).toBe(pattern);
});

test('own pages run no script but the packed ones', () => {
  const policy = manifest.content_security_policy.extension_pages;
  const rules = new Map(
    policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]),
  );
  expect(Object.fromEntries(rules)).toEqual({
    'default-src': "'none'",
    'script-src': "'self'",
    // The build writes the styles into the pages, and the editor of definitions adds its own.
    'style-src': "'self' 'unsafe-inline'",
    // Pictures are requested, checked and shown from memory (src/ui/load-picture.ts).
    'img-src': "'self' blob: data:",
    // The tracker may have any address, one without encryption in a private network included.
    'connect-src': "'self' https: http:",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  });
});

test('Chrome runs a worker, and keeps its id through the key', () => {
  expect(chrome['background']).toEqual({ service_worker: 'src/background/main.ts', type: 'module' });
  expect(chrome['key']).toMatch(/^MII/);
  expect(chrome).not.toHaveProperty('browser_specific_settings');
});

test('Firefox runs an event page, and shows the transmitted data before the installation', () => {
  expect(firefox['background']).toEqual({ scripts: ['src/background/main.ts'], type: 'module' });
  expect(firefox['browser_specific_settings']).toEqual({
    gecko: {
      id: 'matinee@matinee.example',
      strict_min_version: '142.0',
      data_collection_permissions: { required: ['authenticationInfo', 'browsingActivity', 'websiteContent'] },
    },
    gecko_android: { strict_min_version: '142.0' },
  });
  expect(firefox).not.toHaveProperty('key');
  expect(firefox).not.toHaveProperty('minimum_chrome_version');
});

const named = Object.entries({
  ...manifest.icons,
  ...Object.fromEntries(
    Object.entries(manifest.action.default_icon).map(([size, path]) => [`${size} `, path]),
  ),
});
const states = ['idle', 'playing', 'watched', 'attention', 'off'].flatMap((state) =>
  ['16', '32'].map((size) => [size, `icons/icon-${state}-${size}.png`] as const),
);

test.each([...named, ...states])('the icon of %s pixels, %s, has that size', (size, path) => {
  const png = readFileSync(new URL(`../public/${path}`, import.meta.url));
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  // IHDR is the first chunk: width and height follow at byte 16.
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([Number(size), Number(size)]);
});
