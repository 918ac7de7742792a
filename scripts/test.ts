/**
 * `npm test`: static checks, both builds, and all tests that a change needs (`test-plan.ts`). Arguments are
 * passed on to vitest: `npm test -- test/core` runs one folder of tests, and all checks. The last line has
 * the totals: `N passed, N failed`.
 *
 *   --all      everything, and no file twice: `npm run test:all`
 *   --changed  only what the change can reach
 *
 * The change is what differs from the commit where this branch left main, or from the branch or commit that
 * MATINEE_BASE names.
 */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFirefox } from '../test/support/browser/browser-paths';
import { changedFiles, findBase } from './changes';
import { findPostgres } from './find-postgres.mjs';
import { buildExtension } from './build/build-extension';
import { inWords, runCheck, runChecks, type CheckResult } from './checks';
import { runProgram } from './run-program';
import { countTests, failedBrowserFiles, NO_RESULTS, withSecondRun, type Count } from './test-counts';
import { planTests } from './test-plan';

const root = fileURLToPath(new URL('..', import.meta.url));
const REPORT = join(root, '.cache', 'vitest.json');
/** Minutes after which vitest is ended, in case a browser hangs. */
const VITEST_LIMIT = 45;
/** The same for the files that run once more, and the most of them: with more something else is wrong. */
const SECOND_LIMIT = 20;
const MOST_AGAIN = 8;

const args = process.argv.slice(2);
const all = args.includes('--all');
if (all) process.env['MATINEE_LEFTOVERS'] = '1';
const base = findBase(root, process.env['MATINEE_BASE'] || undefined);
const plan = planTests({
  changed: base === undefined ? undefined : changedFiles(root, base),
  all,
  onlyChanged: args.includes('--changed'),
});
say(`Tests: ${plan.reason}`);
const shard = args.find((one) => one.startsWith('--shard='));
if (plan.files.length > 0 && shard !== undefined && !shard.startsWith('--shard=1/')) {
  say('These are few, and run in the first shard.');
  process.exit();
}

await runProgram(process.execPath, [join(root, 'scripts/set-up.mjs'), '--firefox', '--postgres'], {
  output: 'inherit',
});
const built = plan.files.length === 0 ? [await runCheck('build', build)] : [];
for (const result of built) say(inWords(result));
// A browser test mostly waits for playback: the checks take the processors meanwhile.
const checking = runChecks({ background: true }).then((checks) => {
  for (const result of checks) say(inWords(result));
  return checks;
});
const tests = await runVitest([
  ...plan.files,
  ...plan.left.map((file) => `--exclude=${file}`),
  ...args.filter(
    (one) => one !== '--all' && one !== '--changed' && (plan.files.length === 0 || one !== shard),
  ),
]);
report([...[...(await checking), ...built].map(countCheck), tests]);

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

/**
 * Browser files that failed run once more, each alone and from its beginning: beside three others a browser
 * can get no processor for longer than a wait lasts. What passes only then is named, and fails `--all`.
 */
async function runVitest(args: readonly string[]): Promise<Count> {
  const first = await vitest(args, VITEST_LIMIT);
  if (first.results === undefined) return NO_RESULTS;
  const again = failedBrowserFiles(first.results);
  if (all || again.length === 0 || again.length > MOST_AGAIN)
    return countTests(first.results, { exitCode: first.exitCode, root });
  say(`\nOnce more, one after the other:\n${listed(again.map((file) => relative(root, file)))}`);
  const second = await vitest(['--project=browser', '--maxWorkers=1', ...again], SECOND_LIMIT);
  if (second.results === undefined) return NO_RESULTS;
  const failedFirst = countTests(first.results, { exitCode: 1, root }).failed;
  const count = countTests(withSecondRun(first.results, second.results), { exitCode: second.exitCode, root });
  const passedNow = failedFirst.filter((name) => !count.failed.includes(name));
  if (passedNow.length > 0) say(`\nPassed only alone (${passedNow.length}):\n${listed(passedNow)}`);
  return count;
}

/** The exit code of a run, and its results as JSON. Absent: it left none. */
async function vitest(args: readonly string[], minutes: number) {
  await rm(REPORT, { force: true });
  await mkdir(join(root, '.cache'), { recursive: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`];
  const { exitCode } = await runProgram(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...args],
    { output: 'inherit', minutes },
  );
  const written = await readFile(REPORT, 'utf8').catch(() => undefined);
  const results: unknown = written === undefined ? undefined : JSON.parse(written);
  return { exitCode, results };
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
