/**
 * `npm test`: static checks, both builds, and all tests. Arguments are passed on to vitest: `npm test --
 * test/core` runs one folder of tests, and all checks. The last line has the totals: `N passed, N failed`.
 */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFirefox } from '../test/support/browser/browser-paths';
import { findPostgres } from './find-postgres.mjs';
import { buildExtension } from './build/build-extension';
import { runProgram, toolPath } from './run-program';
import { countTests, NO_RESULTS, type Count } from './test-counts';

const root = fileURLToPath(new URL('..', import.meta.url));
const REPORT = join(root, '.cache', 'vitest.json');
/** Minutes after which vitest is ended, in case a browser hangs. */
const VITEST_LIMIT = 45;

const counts: Count[] = [];
await runProgram(process.execPath, [join(root, 'scripts/set-up.mjs'), '--firefox', '--postgres'], {
  output: 'inherit',
});
// Side by side: each of them keeps one core busy for only part of its time.
await Promise.all([
  check('types', () => tool('tsc', '--noEmit')),
  check('lint', () => tool('oxlint', '--type-aware', '--deny-warnings')),
  check('format', () =>
    tool('prettier', '--check', '--cache', '--cache-location=.cache/prettier', '--log-level=warn', '.'),
  ),
  check('metrics', async () => {
    const program = join(root, 'node_modules/tsx/dist/cli.mjs');
    const { exitCode, text } = await runProgram(
      process.execPath,
      [program, join(root, 'scripts/metrics/main.ts'), '--check'],
      { output: 'collect' },
    );
    if (exitCode !== 0) throw new Error(text.trim());
  }),
  check('unused code', () => tool('knip', '--cache', '--cache-location=.cache/knip', '--no-progress')),
]);
await check('build', async () => {
  for (const browser of ['chrome', 'firefox'] as const)
    await buildExtension({ browser, outDir: join(root, 'dist', browser) });
});
counts.push(await runVitest(process.argv.slice(2)));
report();

/** A check counts as one test. */
async function check(name: string, work: () => Promise<void>): Promise<void> {
  const start = performance.now();
  try {
    await work();
    counts.push({ passed: 1, failed: [], skipped: [] });
    say(`✓ ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  } catch (error) {
    counts.push({ passed: 0, failed: [name], skipped: [] });
    say(`✗ ${name}\n${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Throws with the output of the program when it fails. */
async function tool(name: string, ...args: readonly string[]): Promise<void> {
  const { exitCode, text } = await runProgram(toolPath(name), args, { output: 'collect' });
  if (exitCode !== 0) throw new Error(`${text.trim()}\n${name} ended with ${exitCode}`);
}

async function runVitest(args: readonly string[]): Promise<Count> {
  await rm(REPORT, { force: true });
  await mkdir(join(root, '.cache'), { recursive: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`];
  const { exitCode } = await runProgram(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...args],
    { output: 'inherit', minutes: VITEST_LIMIT },
  );
  const results = await readFile(REPORT, 'utf8').catch(() => undefined);
  return results === undefined ? NO_RESULTS : countTests(JSON.parse(results), { exitCode, root });
}

function report(): void {
  const skipped = counts.flatMap((count) => count.skipped);
  const failed = counts.flatMap((count) => count.failed);
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  if (skipped.length > 0) say(`\nSkipped (${skipped.length}):\n${listed(skipped)}`);
  if (findFirefox() === undefined)
    say('\nThe journeys in Firefox did not run: no Firefox was found on this machine.');
  if (findPostgres() === undefined)
    say('\nThe tests on PostgreSQL did not run: no PostgreSQL was found on this machine.');
  if (failed.length > 0) say(`\nFailed:\n${listed(failed)}`);
  say(`\n${passed} passed, ${failed.length} failed`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

function listed(names: readonly string[]): string {
  return names.map((name) => `  ${name}`).join('\n');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
