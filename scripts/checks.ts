/**
 * `npm run check`: the static checks of `npm test`, to run before a commit. Takes about half a minute. Exits
 * with 1 if a check fails.
 */
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { runProgram, toolPath } from './run-program';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface CheckResult {
  readonly name: string;
  /** The output of the program; `undefined` if the check passed. */
  readonly problem: string | undefined;
  readonly seconds: number;
}

const PRETTIER = ['--check', '--cache', '--cache-location=.cache/prettier', '--log-level=warn', '.'];
const KNIP = ['--cache', '--cache-location=.cache/knip', '--no-progress'];

const CHECKS: Readonly<Record<string, readonly [program: string, ...args: readonly string[]]>> = {
  types: [toolPath('tsc'), '--noEmit'],
  lint: [toolPath('oxlint'), '--type-aware', '--deny-warnings'],
  format: [toolPath('prettier'), ...PRETTIER],
  metrics: [
    process.execPath,
    join(root, 'node_modules/tsx/dist/cli.mjs'),
    join(root, 'scripts/metrics/main.ts'),
    '--check',
  ],
  'unused code': [toolPath('knip'), ...KNIP],
};

/**
 * Runs the checks concurrently, because each keeps one core busy for only part of its time. `background`: the
 * checks give way to the browsers of the tests. `names`: only these checks.
 */
export async function runChecks({
  background = false,
  names = Object.keys(CHECKS),
}: { readonly background?: boolean; readonly names?: readonly string[] } = {}): Promise<CheckResult[]> {
  const chosen = Object.entries(CHECKS).filter(([name]) => names.includes(name));
  return Promise.all(
    chosen.map(async ([name, [program, ...args]]) =>
      runCheck(name, async () => {
        const options = { output: 'collect', background } as const;
        const { exitCode, text } = await runProgram(program, args, options);
        if (exitCode !== 0) throw new Error(`${text.trim()}\n${name} ended with ${exitCode}`);
      }),
    ),
  );
}

/** Runs a check, which fails if `work` throws. */
export async function runCheck(name: string, work: () => Promise<void>): Promise<CheckResult> {
  const start = performance.now();
  const problem = await work().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return { name, problem, seconds: (performance.now() - start) / 1000 };
}

/** The result in one line; below it the problem. */
export function inWords({ name, problem, seconds }: CheckResult): string {
  return problem === undefined ? `✓ ${name} (${seconds.toFixed(1)} s)` : `✗ ${name}\n${problem}`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const results = await runChecks();
  for (const result of results) process.stdout.write(`${inWords(result)}\n`);
  process.exitCode = results.every(({ problem }) => problem === undefined) ? 0 : 1;
}
