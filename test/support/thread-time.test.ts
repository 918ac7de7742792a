import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { threadTime } from './thread-time';

test.each([
  ['tells the time of the thread', '5000000 1000 7\n', true],
  ['keeps no count', '0 0 0\n', false],
  ['prints something else', 'none\n', false],
])('a kernel that %s', (_, text, isRead) => {
  const folder = mkdtempSync(join(tmpdir(), 'schedstat-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'schedstat');
  writeFileSync(file, text);
  const clock = performance.now();
  if (isRead) expect(threadTime(file)).toBe(5);
  else expect(threadTime(file)).toBeGreaterThanOrEqual(clock);
});

test('a system without such a file has the clock', () => {
  const clock = performance.now();
  expect(threadTime('/nothing/here')).toBeGreaterThanOrEqual(clock);
});
