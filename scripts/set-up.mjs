#!/usr/bin/env node
/**
 * Installs what is missing, then runs a program of this project. Plain Node and no packages, because it is
 * what `npm start` and `npm test` call on a fresh clone.
 *
 *   node scripts/set-up.mjs [--firefox] [--postgres] [--run PROGRAM ARGUMENTS…]
 *
 * It runs `npm ci` when package-lock.json is not the one that was installed, and looks for a browser (see
 * find-browser.mjs). PROGRAM is one of node_modules/.bin; it gets MATINEE_CHROMIUM and, where one exists,
 * MATINEE_FIREFOX. `--firefox` also installs Firefox, for the tests: as root on Debian or Ubuntu only;
 * `--postgres` does the same with PostgreSQL. With nothing to do it costs less than a tenth of a second.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { adviceFor, findBrowser, installSteps } from './find-browser.mjs';
import { findPostgres } from './find-postgres.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [options, command] = splitArguments(process.argv.slice(2));

try {
  checkNode();
  installPackages();
  const chromium = findBrowser('chromium') ?? installBrowser('chromium');
  if (!chromium) throw new Error(adviceFor('chromium', process.platform));
  const firefox =
    findBrowser('firefox') ?? (options.includes('--firefox') ? installBrowser('firefox') : undefined);
  if (options.includes('--postgres') && findPostgres() === undefined) installPostgres();
  if (command.length > 0)
    run(command, { MATINEE_CHROMIUM: chromium, ...(firefox && { MATINEE_FIREFOX: firefox }) });
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}

function splitArguments(args) {
  const at = args.indexOf('--run');
  return at === -1 ? [args, []] : [args.slice(0, at), args.slice(at + 1)];
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const enough = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  if (!enough) throw new Error(`Matinee needs Node 20.19, 22.12 or newer, not ${process.versions.node}.`);
}

function installPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  // Packages have native parts for one platform, so a folder from another platform is installed again.
  const wanted = `${lock} ${process.platform} ${process.arch}\n`;
  const stamp = join(root, 'node_modules', '.matinee-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('Installing packages (npm ci) …');
  // On Windows npm is a batch file, which only a shell can start.
  const { status } = spawnSync(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    },
  );
  if (status !== 0) throw new Error('npm ci failed; see the reason above. Without a network it cannot work.');
  writeFileSync(stamp, wanted);
}

function installBrowser(engine) {
  const steps = installSteps(engine, {
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    hasApt: existsSync('/usr/bin/apt-get'),
  });
  for (const step of steps) {
    const worked = step === 'apt' ? installWithApt(engine) : downloadChromium();
    const path = worked && findBrowser(engine);
    if (path) return path;
  }
  return undefined;
}

/** Installs PostgreSQL. If that is not possible, the tests on it are skipped. */
function installPostgres() {
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) installPackage('postgresql');
  else say('PostgreSQL was not found, and only root can install it: the tests on it are skipped.');
}

function installWithApt(engine) {
  // Ubuntu's package `chromium` installs a snap, which does not run everywhere. So the caller looks for the
  // program afterwards.
  return installPackage(engine === 'chromium' ? 'chromium' : 'firefox-esr');
}

function installPackage(name) {
  say(`Installing ${name} (apt-get) …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) =>
    spawnSync('apt-get', ['-q', '-y', ...args], { env, encoding: 'utf8', timeout: 10 * 60_000 });
  apt('update');
  const installed = apt('install', '--no-install-recommends', name);
  if (installed.status !== 0) say(lastLines(`${installed.stdout ?? ''}${installed.stderr ?? ''}`));
  return installed.status === 0;
}

function downloadChromium() {
  say('Downloading Chromium (npx playwright install chromium) …');
  const done = spawnSync(
    process.execPath,
    [join(root, 'node_modules/playwright/cli.js'), 'install', '--no-shell', 'chromium'],
    {
      encoding: 'utf8',
      // Without a network it would try several servers several times.
      timeout: 5 * 60_000,
      env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000', ...process.env },
    },
  );
  if (done.status !== 0) say(lastLines(`${done.stdout ?? ''}${done.stderr ?? ''}`));
  return done.status === 0;
}

function run([program, ...args], environment) {
  const windows = process.platform === 'win32';
  const path = join(root, 'node_modules', '.bin', windows ? `${program}.cmd` : program);
  const child = spawn(windows ? `"${path}"` : path, windows ? args.map((value) => `"${value}"`) : args, {
    cwd: root,
    stdio: 'inherit',
    shell: windows,
    env: { ...process.env, ...environment },
  });
  // Ctrl-C reaches the child too, because it is in the same process group. This process ends after it.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('error', (error) => {
    say(`${program} could not be started: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
  });
}

function lastLines(text) {
  return text.trim().split('\n').slice(-5).join('\n');
}

function say(text) {
  process.stderr.write(`${text}\n`);
}
