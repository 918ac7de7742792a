/**
 * `npm test`: types, lint, both builds, and every vitest project.
 * Arguments are handed to vitest: `npm test -- test/core` runs one folder of tests and everything else.
 * The last line counts all of it: `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFirefox } from '../test/support/browser/browser-paths';
import { buildExtension } from './build/build-extension';
import { countTests, NO_RESULTS, type Count } from './test-counts';

const root = fileURLToPath(new URL('..', import.meta.url));
const REPORT = join(root, '.cache', 'vitest.json');
/** Minutes after which vitest is ended: a browser that hangs must not hang the run. */
const LIMIT = 45;

const counts: Count[] = [];
await run(process.execPath, [join(root, 'scripts/set-up.mjs'), '--firefox']);
await step('types', () => tool('tsc', '--noEmit'));
await step('lint', () => tool('oxlint', '--type-aware', '--deny-warnings'));
await step('build', async () => {
  for (const browser of ['chrome', 'firefox'] as const)
    await buildExtension({ browser, outDir: join(root, 'dist', browser) });
});
counts.push(await vitest(process.argv.slice(2)));

const skipped = counts.flatMap((count) => count.skipped);
if (skipped.length > 0)
  say(`\nSkipped (${skipped.length}):\n${skipped.map((name) => `  ${name}`).join('\n')}`);
if (findFirefox() === undefined)
  say('\nThe journeys in Firefox did not run: no Firefox was found on this machine.');
const failures = counts.flatMap((count) => count.failed);
if (failures.length > 0) say(`\nFailed:\n${failures.map((name) => `  ${name}`).join('\n')}`);
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
say(`\n${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;

/** One check that is not vitest's: it counts as one test. */
async function step(name: string, check: () => Promise<void>): Promise<void> {
  const start = performance.now();
  try {
    await check();
    counts.push({ passed: 1, failed: [], skipped: [] });
    say(`✓ ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    counts.push({ passed: 0, failed: [name], skipped: [] });
    say(`✗ ${name}\n${error instanceof Error ? error.message : String(error)}`);
  }
}

async function vitest(args: readonly string[]): Promise<Count> {
  await rm(REPORT, { force: true });
  await mkdir(join(root, '.cache'), { recursive: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`];
  const code = await run(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...args],
    LIMIT,
  );
  const report = await readFile(REPORT, 'utf8').catch(() => undefined);
  return report === undefined ? NO_RESULTS : countTests(JSON.parse(report), { exitCode: code, root });
}

async function tool(name: string, ...args: readonly string[]): Promise<void> {
  const windows = process.platform === 'win32';
  const path = join(root, 'node_modules/.bin', windows ? `${name}.cmd` : name);
  const code = await run(path, args);
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
}

/** Resolves to the exit code; 1 when it was ended after `minutes`. */
async function run(program: string, args: readonly string[], minutes?: number): Promise<number> {
  // Colours are for a person at a terminal; in a log they are noise.
  const env = process.stdout.isTTY ? process.env : { ...process.env, NO_COLOR: '1' };
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: program.endsWith('.cmd'),
      env,
    });
    const end = minutes === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), minutes * 60_000);
    child.on('error', reject);
    child.on('exit', (code) => {
      clearTimeout(end);
      resolve(code ?? 1);
    });
  });
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
