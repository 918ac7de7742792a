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
 * Counts the results of vitest's JSON reporter. Each of these counts as a failure: a file that cannot be
 * loaded or leaves something behind, an error outside of all tests, and a run without tests. The report names
 * what was left behind.
 */
export function countTests(
  report: unknown,
  { exitCode, root }: { readonly exitCode: number; readonly root: string },
): Count {
  const { testResults } = reportSchema.parse(report);
  const files = testResults.map((file) => ({
    ...file,
    path: relative(root, file.name).replaceAll('\\', '/'),
  }));
  const tests = files.flatMap(({ path, assertionResults }) =>
    assertionResults.map(({ status, fullName, failureMessages }) => ({
      status,
      name: [`${path} › ${fullName}`, ...failureMessages.flatMap(leftBehind)].join('\n'),
    })),
  );
  // `message` belongs to the file itself; its tests have messages of their own.
  const broken = files
    .filter(({ status, message, assertionResults }) => {
      const hasOwn = message !== '' || assertionResults.every((one) => one.status !== 'failed');
      return status === 'failed' && hasOwn;
    })
    .map(({ path, message }) => `${path}: ${message === '' ? 'could not be run' : message}`);
  const named = (...statuses: readonly string[]) =>
    tests.filter(({ status }) => statuses.includes(status)).map(({ name }) => name);
  const passed = named('passed').length;
  const failed = [...named('failed'), ...broken];
  if (failed.length === 0 && exitCode !== 0) failed.push('vitest: an error outside of the tests');
  if (passed + failed.length === 0) failed.push('vitest: no test ran');
  return { passed, failed, skipped: named('skipped', 'pending', 'todo', 'disabled') };
}

/** The message about what a test left behind, without the stack of the guard that found it. */
function leftBehind(message: string): readonly string[] {
  if (!message.startsWith('Error: The test leaves behind')) return [];
  return [message.replace(/^Error: /u, '').replace(/\n {4}at [^]*$/u, '')];
}

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).default([]),
        }),
      ),
    }),
  ),
});
