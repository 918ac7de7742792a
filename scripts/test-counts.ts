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
