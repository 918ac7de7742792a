import { expect, test } from 'vitest';
import { countTests } from '../../scripts/test-counts';

const file = (status: string, ...statuses: readonly string[]) => ({
  name: '/repo/test/a.test.ts',
  status,
  message: '',
  assertionResults: statuses.map((one) => ({ status: one, fullName: one })),
});

test.each([
  ['all is well', [file('passed', 'passed', 'passed')], 0, { passed: 2, failed: [], skipped: [] }],
  [
    'a test fails',
    [file('failed', 'passed', 'failed')],
    1,
    { passed: 1, failed: ['test/a.test.ts › failed'], skipped: [] },
  ],
  [
    'a test is skipped',
    [file('passed', 'passed', 'skipped', 'todo')],
    0,
    { passed: 1, failed: [], skipped: ['test/a.test.ts › skipped', 'test/a.test.ts › todo'] },
  ],
  [
    'a file cannot be loaded',
    [file('passed', 'passed'), { ...file('failed'), message: 'it broke\nat once' }],
    1,
    { passed: 1, failed: ['test/a.test.ts: it broke\nat once'], skipped: [] },
  ],
  [
    'a file says nothing of why it cannot be run',
    [file('passed', 'passed'), file('failed')],
    1,
    { passed: 1, failed: ['test/a.test.ts: could not be run'], skipped: [] },
  ],
  [
    'a file leaves something behind, and a test of it fails',
    [{ ...file('failed', 'failed'), message: 'The file leaves behind:\na server at a.ts:1' }],
    1,
    {
      passed: 0,
      failed: ['test/a.test.ts › failed', 'test/a.test.ts: The file leaves behind:\na server at a.ts:1'],
      skipped: [],
    },
  ],
  [
    'a test leaves something behind',
    [
      {
        ...file('failed'),
        assertionResults: [
          {
            status: 'failed',
            fullName: 'failed',
            failureMessages: [
              'Error: The test leaves behind:\na timer at a.ts:1\na server at a.ts:2\n    at leftovers.ts:17:33',
              'AssertionError: expected 1 to be 2\n    at a.test.ts:3:33',
            ],
          },
        ],
      },
    ],
    1,
    {
      passed: 0,
      failed: ['test/a.test.ts › failed\nThe test leaves behind:\na timer at a.ts:1\na server at a.ts:2'],
      skipped: [],
    },
  ],
  [
    'an error comes from nowhere',
    [file('passed', 'passed')],
    1,
    { passed: 1, failed: ['vitest: an error outside of the tests'], skipped: [] },
  ],
  ['nothing runs', [], 0, { passed: 0, failed: ['vitest: no test ran'], skipped: [] }],
])('when %s the count says so', (_case, testResults, exitCode, count) => {
  expect(countTests({ testResults }, { exitCode, root: '/repo' })).toEqual(count);
});
