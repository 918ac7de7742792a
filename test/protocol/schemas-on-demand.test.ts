import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('a worker that starts builds none of the schemas of pages and of definitions', () => {
  const printed = execFileSync(process.execPath, ['--import', 'tsx', 'test/protocol/count-schemas.ts'], {
    encoding: 'utf8',
  });
  const { atStart, whenUsed, again } = JSON.parse(printed) as Record<string, number>;
  // Fields of reports and of definitions, which others share.
  expect(atStart).toBeLessThan(180);
  expect(whenUsed).toBeGreaterThan(900);
  expect(again).toBe(0);
});
