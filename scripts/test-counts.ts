import { relative } from 'node:path';
import { z } from 'zod';

export interface Count {
  readonly passed: number;
  /** Names of the tests. */
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
}

export const NO_RESULTS: Count = { passed: 0, failed: ['vitest left no results'], skipped: [] };

/**
 * Counts the results of vitest's JSON reporter. A file that cannot be loaded, an error outside of all tests,
 * and a run without tests each count as a failure.
 */
export function countTests(
  report: unknown,
  { exitCode, root }: { readonly exitCode: number; readonly root: string },
): Count {
  const { testResults } = reportSchema.parse(report);
  const tests = testResults.flatMap((file) => {
    const path = relative(root, file.name).replaceAll('\\', '/');
    return file.assertionResults.map(({ status, fullName }) => ({ status, name: `${path} › ${fullName}` }));
  });
  const broken = testResults
    .filter(
      (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
    )
    .map(
      (file) => `${relative(root, file.name)} could not be run: ${(file.message ?? '').split('\n')[0] ?? ''}`,
    );
  const named = (...statuses: readonly string[]) =>
    tests.filter(({ status }) => statuses.includes(status)).map(({ name }) => name);
  const passed = named('passed').length;
  const failed = [...named('failed'), ...broken];
  if (failed.length === 0 && exitCode !== 0) failed.push('vitest: an error outside of the tests');
  if (passed + failed.length === 0) failed.push('vitest: no test ran');
  return { passed, failed, skipped: named('skipped', 'pending', 'todo', 'disabled') };
}

/** Files of `report` with a failure whose name says that they drive a browser: absolute paths. */
export function failedBrowserFiles(report: unknown): readonly string[] {
  return reportSchema
    .parse(report)
    .testResults.filter(({ status, name }) => status === 'failed' && BROWSER_FILE.test(name))
    .map(({ name }) => name);
}

/** The results of `report`, with those of the files that ran again in place of their first ones. */
export function withSecondRun(report: unknown, second: unknown): unknown {
  const again = reportSchema.parse(second).testResults;
  const names = new Set(again.map(({ name }) => name));
  const first = reportSchema.parse(report).testResults.filter(({ name }) => !names.has(name));
  return { testResults: [...first, ...again] };
}

/** As the project `browser` of vitest.config.ts includes them. */
const BROWSER_FILE = /[/\\]test[/\\](?:e2e[/\\].*|.*\.browser)\.test\.ts$/u;

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});
