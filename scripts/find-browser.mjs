// Plain JavaScript, because set-up.mjs runs before anything is installed. The types are in
// find-browser.d.mts.
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join, win32 } from 'node:path';

/**
 * Path of the first installed browser of this engine, or undefined. The variables MATINEE_CHROMIUM and
 * CHROME_PATH, or MATINEE_FIREFOX and FIREFOX_PATH, take priority. Throws if one of them names no existing
 * file.
 */
export function findBrowser(
  engine,
  { platform = process.platform, env = process.env, exists = existsSync, list = listFolder } = {},
) {
  for (const name of VARIABLES[engine]) {
    const path = env[name];
    if (!path) continue;
    if (!exists(path)) throw new Error(`${name} is set to ${path}, but there is no such file.`);
    return path;
  }
  return places(engine, { platform, env, list }).find((path) => exists(path));
}

/**
 * The ways to install a browser, in this order. As root on Debian or Ubuntu the distribution's package comes
 * first, because it brings the libraries that a downloaded browser lacks.
 */
export function installSteps(engine, { platform, isRoot, hasApt }) {
  const apt = platform === 'linux' && isRoot && hasApt ? ['apt'] : [];
  // The patched Firefox of Playwright accepts no extensions. Without another Firefox, its tests are skipped.
  if (engine === 'firefox') return apt;
  return [...apt, 'playwright'];
}

/** One sentence for the user of a machine on which no browser was found. */
export function adviceFor(engine, platform) {
  if (engine === 'firefox')
    return `No Firefox was found: install it, or set FIREFOX_PATH to its program file.`;
  const how = {
    linux: 'install the package “chromium” of your distribution',
    darwin: 'install Chromium or Google Chrome (for example: brew install --cask chromium)',
    win32: 'install Google Chrome, Chromium or Microsoft Edge',
  }[platform];
  return (
    `No browser was found and none could be installed: ${how ?? 'install Chromium'}, ` +
    'or set CHROME_PATH to the program file of one.'
  );
}

const VARIABLES = {
  chromium: ['MATINEE_CHROMIUM', 'CHROME_PATH'],
  firefox: ['MATINEE_FIREFOX', 'FIREFOX_PATH'],
};

// Chromium comes first, because Google Chrome ignores `--load-extension` since version 137.
const PROGRAMS = {
  chromium: [
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
    'microsoft-edge-stable',
    'microsoft-edge',
  ],
  firefox: ['firefox-esr', 'firefox'],
};

const MAC_PROGRAMS = {
  chromium: ['Chromium', 'Google Chrome', 'Microsoft Edge'].map(
    (name) => `${name}.app/Contents/MacOS/${name}`,
  ),
  firefox: ['Firefox.app/Contents/MacOS/firefox'],
};

const WINDOWS_PROGRAMS = {
  chromium: [
    'Chromium\\Application\\chrome.exe',
    'Google\\Chrome\\Application\\chrome.exe',
    'Microsoft\\Edge\\Application\\msedge.exe',
  ],
  firefox: ['Mozilla Firefox\\firefox.exe'],
};

function places(engine, { platform, env, list }) {
  switch (platform) {
    case 'darwin': {
      const folders = ['/Applications', join(env.HOME ?? homedir(), 'Applications')];
      const cached = downloaded(
        engine,
        join(env.HOME ?? homedir(), 'Library/Caches/ms-playwright'),
        list,
        env,
      );
      return [
        ...folders.flatMap((folder) => MAC_PROGRAMS[engine].map((program) => join(folder, program))),
        ...cached,
      ];
    }
    case 'win32': {
      const folders = [env.LOCALAPPDATA, env.PROGRAMFILES, env['PROGRAMFILES(X86)']].filter(Boolean);
      const cached = downloaded(engine, win32.join(env.LOCALAPPDATA ?? '', 'ms-playwright'), list, env);
      return [
        ...WINDOWS_PROGRAMS[engine].flatMap((program) =>
          folders.map((folder) => win32.join(folder, program)),
        ),
        ...cached,
      ];
    }
    default: {
      const folders = new Set([
        ...(env.PATH ?? '').split(delimiter).filter(Boolean),
        '/usr/bin',
        '/snap/bin',
      ]);
      const cached = downloaded(engine, join(env.HOME ?? homedir(), '.cache/ms-playwright'), list, env);
      return [
        ...PROGRAMS[engine].flatMap((program) => [...folders].map((folder) => join(folder, program))),
        ...cached,
      ];
    }
  }
}

/** Programs of the Chromium builds that `npx playwright install` has downloaded, the newest build first. */
function downloaded(engine, standard, list, env) {
  if (engine !== 'chromium') return [];
  const folder = env.PLAYWRIGHT_BROWSERS_PATH ?? standard;
  const builds = list(folder).filter((name) => /^chromium-\d+$/.test(name));
  builds.sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)));
  const programs = [
    'chrome-linux64/chrome',
    'chrome-linux/chrome',
    'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-win64/chrome.exe',
    'chrome-win/chrome.exe',
  ];
  return builds.flatMap((build) => programs.map((program) => join(folder, build, program)));
}

function listFolder(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
