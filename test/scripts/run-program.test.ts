import { afterEach, expect, test, vi } from 'vitest';
import { runProgram } from '../../scripts/run-program';

afterEach(() => vi.unstubAllEnvs());

test('a build in this process does not make the tests after it run as in production', async () => {
  // Set before any build; see vitest.
  expect(process.env['NODE_ENV']).toBe('test');
  vi.stubEnv('NODE_ENV', 'production');
  const print = 'process.stdout.write(String(process.env.NODE_ENV))';
  expect(await runProgram(process.execPath, ['-e', print], { output: 'collect' })).toEqual({
    exitCode: 0,
    text: 'test',
  });
});
