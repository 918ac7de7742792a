import { expect, test } from 'vitest';
import { parseRetryAfter } from '../../src/tracker/tracker-error';

const now = Date.UTC(2026, 0, 15, 20, 0, 0);

test.each([
  ['120', 120],
  ['0', 0],
  [' 30 ', 30],
  ['9999999999', 86_400],
  ['Thu, 15 Jan 2026 20:02:00 GMT', 120],
  ['Thu, 15 Jan 2026 19:00:00 GMT', 0],
  ['Thursday, 15-Jan-26 20:01:00 GMT', 60],
  ['Fri, 15 Jan 2027 20:00:00 GMT', 86_400],
  [null, undefined],
  ['', undefined],
  ['-5', undefined],
  ['1.5', 2],
  ['99999999999999999999', 86_400],
  ['90, 90', 90],
  ['90 seconds', 90],
  ['Thu Jan 15 20:01:00 2026', 60],
  ['2026-01-15T20:01:00Z', 60],
  ['soon', undefined],
  ['2026-01-15', undefined],
  ['Xxx, 99 Foo 2026 20:02:00 GMT', undefined],
])('Retry-After %j is %j seconds', (header, seconds) => {
  expect(parseRetryAfter(header, now)).toBe(seconds);
});
