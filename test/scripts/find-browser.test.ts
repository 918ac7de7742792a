import { expect, test } from 'vitest';
import { adviceFor, findBrowser, installSteps } from '../../scripts/find-browser.mjs';

const LINUX = { platform: 'linux', env: { PATH: '/usr/local/bin:/usr/bin', HOME: '/home/me' } };

const machine = (
  files: readonly string[],
  { platform = 'linux', env }: { platform?: string; env: Record<string, string> } = LINUX,
) => ({
  platform,
  env,
  exists: (path: string) => files.includes(path),
  list: (folder: string) => [
    ...new Set(
      files
        .filter((file) => file.startsWith(`${folder}/`))
        .map((file) => file.slice(folder.length + 1).split('/')[0] ?? ''),
    ),
  ],
});

test.each([
  ['Chromium of the distribution', ['/usr/bin/chromium'], '/usr/bin/chromium'],
  [
    'Chromium rather than Chrome, which takes no extensions from the command line',
    ['/usr/bin/google-chrome', '/usr/bin/chromium'],
    '/usr/bin/chromium',
  ],
  ['Chrome where there is nothing else', ['/usr/bin/google-chrome-stable'], '/usr/bin/google-chrome-stable'],
  ['Edge', ['/usr/bin/microsoft-edge'], '/usr/bin/microsoft-edge'],
  [
    'the newest download',
    [
      '/home/me/.cache/ms-playwright/chromium-999/chrome-linux64/chrome',
      '/home/me/.cache/ms-playwright/chromium-1200/chrome-linux64/chrome',
    ],
    '/home/me/.cache/ms-playwright/chromium-1200/chrome-linux64/chrome',
  ],
  ['nothing on an empty machine', [], undefined],
])('on Linux it finds %s', (_case, files, found) => {
  expect(findBrowser('chromium', machine(files))).toBe(found);
});

test.each([
  ['darwin', { HOME: '/Users/me' }, '/Users/me/Applications/Chromium.app/Contents/MacOS/Chromium'],
  ['darwin', { HOME: '/Users/me' }, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  [
    'win32',
    { PROGRAMFILES: 'C:\\Program Files' },
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  ],
  ['win32', { LOCALAPPDATA: 'C:\\Me\\Local' }, 'C:\\Me\\Local\\Chromium\\Application\\chrome.exe'],
])('on %s with %o it finds %s', (platform, env, path) => {
  expect(findBrowser('chromium', machine([path], { platform, env }))).toBe(path);
});

test('CHROME_PATH comes before everything that is installed', () => {
  const files = ['/opt/mine/chrome', '/usr/bin/chromium'];
  expect(
    findBrowser('chromium', machine(files, { env: { PATH: '/usr/bin', CHROME_PATH: '/opt/mine/chrome' } })),
  ).toBe('/opt/mine/chrome');
});

test('a CHROME_PATH that names nothing is an error, not a reason to take another browser', () => {
  const env = { PATH: '/usr/bin', CHROME_PATH: '/opt/gone' };
  expect(() => findBrowser('chromium', machine(['/usr/bin/chromium'], { env }))).toThrow(
    'CHROME_PATH is set to /opt/gone',
  );
});

test('Firefox is the ESR or the ordinary one, never the patched download', () => {
  expect(findBrowser('firefox', machine(['/usr/bin/firefox']))).toBe('/usr/bin/firefox');
  expect(
    findBrowser('firefox', machine(['/home/me/.cache/ms-playwright/firefox-1500/firefox/firefox'])),
  ).toBeUndefined();
});

test.each([
  ['chromium', { platform: 'linux', isRoot: true, hasApt: true }, ['apt', 'playwright']],
  ['chromium', { platform: 'linux', isRoot: false, hasApt: true }, ['playwright']],
  ['chromium', { platform: 'linux', isRoot: true, hasApt: false }, ['playwright']],
  ['chromium', { platform: 'darwin', isRoot: false, hasApt: false }, ['playwright']],
  ['firefox', { platform: 'linux', isRoot: true, hasApt: true }, ['apt']],
  ['firefox', { platform: 'darwin', isRoot: false, hasApt: false }, []],
] as const)('without a %s on %o it tries %o', (engine, circumstances, steps) => {
  expect(installSteps(engine, circumstances)).toEqual(steps);
});

test.each(['linux', 'darwin', 'win32', 'freebsd'])(
  'on %s the advice is one sentence that names a way out',
  (platform) => {
    expect(adviceFor('chromium', platform)).toMatch(/^No browser was found.*CHROME_PATH.*\.$/);
  },
);
