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
import { inWords, runCheck, runChecks, type CheckResult } from './checks';
import { runProgram } from './run-program';
import { countTests, NO_RESULTS, type Count } from './test-counts';

const root = fileURLToPath(new URL('..', import.meta.url));
const REPORT = join(root, '.cache', 'vitest.json');
/** Minutes after which vitest is ended, in case a browser hangs. */
const VITEST_LIMIT = 45;

await runProgram(process.execPath, [join(root, 'scripts/set-up.mjs'), '--firefox', '--postgres'], {
  output: 'inherit',
});
const checks = await runChecks();
for (const result of checks) say(inWords(result));
const built = await runCheck('build', build);
say(inWords(built));
report([...[...checks, built].map(countCheck), await runVitest(process.argv.slice(2))]);

async function build(): Promise<void> {
  for (const browser of ['chrome', 'firefox'] as const)
    await buildExtension({ browser, outDir: join(root, 'dist', browser) });
}

/** A check counts as one test. What it printed is repeated at the end, where a long log is read first. */
function countCheck({ name, problem }: CheckResult): Count {
  return problem === undefined
    ? { passed: 1, failed: [], skipped: [] }
    : { passed: 0, failed: [`${name}\n${problem}`], skipped: [] };
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

function report(counts: readonly Count[]): void {
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
