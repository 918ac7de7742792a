/**
 * `npm test`: static checks, both builds, the unit tests, those on PostgreSQL, the journeys of both browsers,
 * and each other browser test that the change can break (`test-plan.ts`). Other arguments are passed on to
 * vitest: `npm test -- test/core` runs one folder of tests, and all checks. What is named always runs. The
 * last line has the totals: `N passed, N failed`.
 *
 *   --all      everything: `npm run test:all`
 *   --changed  only what the change can reach
 *
 * The change is what differs from the commit where this branch left main, or from the branch or commit that
 * MATINEE_BASE names.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFirefox } from '../test/support/browser/browser-paths';
import { changedFiles, findBase } from './changes';
import { findPostgres } from './find-postgres.mjs';
import { buildExtension } from './build/build-extension';
import { inWords, runCheck, runChecks, type CheckResult } from './checks';
import { runProgram } from './run-program';
import { countTests, NO_RESULTS, type Count } from './test-counts';
import { planTests, readBrowserTests } from './test-plan';

const root = fileURLToPath(new URL('..', import.meta.url));
const REPORT = join(root, '.cache', 'vitest.json');
/** Minutes after which vitest is ended, in case a browser hangs. */
const VITEST_LIMIT = 45;

const args = process.argv.slice(2);
const base = findBase(root, process.env['MATINEE_BASE'] || undefined);
const browserTests = readBrowserTests(root);
const plan = planTests({
  browserTests,
  changed: base === undefined ? undefined : changedFiles(root, base),
  all: args.includes('--all'),
  onlyChanged: args.includes('--changed'),
  named: args.filter(isPath),
});
say(`Tests: ${plan.reason}`);

await runProgram(process.execPath, [join(root, 'scripts/set-up.mjs'), '--firefox', '--postgres'], {
  output: 'inherit',
});
const built = plan.files.length === 0 ? [await runCheck('build', build)] : [];
for (const result of built) say(inWords(result));
// With `--shard`, only the first machine runs the checks. They run beside the browser tests, which mostly
// wait for playback.
const isFirst = args.every((one) => !one.startsWith('--shard=') || one.startsWith('--shard=1/'));
const wanted = isFirst ? plan.checks : [];
const checking = runChecks({ background: true, ...(wanted && { names: wanted }) }).then((checks) => {
  for (const result of checks) say(inWords(result));
  return checks;
});
const tests = await runVitest([
  ...plan.files,
  ...plan.left.map((file) => `--exclude=${file}`),
  ...args.filter((one) => one !== '--all' && one !== '--changed'),
]);
report([...[...(await checking), ...built].map(countCheck), tests]);

/**
 * Whether an argument is a path or a part of a browser test's name, rather than an option or the value of
 * one.
 */
function isPath(arg: string): boolean {
  if (arg.startsWith('-')) return false;
  return existsSync(join(root, arg)) || [...browserTests.keys()].some((file) => file.includes(arg));
}

async function build(): Promise<void> {
  for (const browser of ['chrome', 'firefox'] as const)
    await buildExtension({ browser, outDir: join(root, 'dist', browser) });
}

/** A check counts as one test. Its output is repeated at the end, where people start to read a long log. */
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
  const written = await readFile(REPORT, 'utf8').catch(() => undefined);
  return written === undefined ? NO_RESULTS : countTests(JSON.parse(written), { exitCode, root });
}

function report(counts: readonly Count[]): void {
  const skipped = counts.flatMap((count) => count.skipped);
  const failed = counts.flatMap((count) => count.failed);
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  if (plan.left.length > 0)
    say(`\nLeft out; \`npm run test:all\` runs them, \`npm run unit -- FILE\` one:\n${listed(plan.left)}`);
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
  return names.map((name) => `  ${name.replaceAll('\n', '\n    ')}`).join('\n');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
