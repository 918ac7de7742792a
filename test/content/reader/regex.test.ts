import { expect, test } from 'vitest';
import { replaceRegex, runRegex } from '../../../src/content/reader/regex';

test('an expression that ran too long is not run again, and the others are', () => {
  const slow = '^(?:a|a)*$';
  expect(runRegex(slow, 'aa')?.[0]).toBe('aa');
  expect(runRegex(slow, `${'a'.repeat(28)}!`)).toBeNull();
  expect(runRegex(slow, 'aa')).toBeNull();
  expect(runRegex('^a*$', 'aa')?.[0]).toBe('aa');
  // Each set of flags is another expression.
  expect(replaceRegex(slow, 'aa', 'b')).toBe('b');
});

test('an invalid expression matches and replaces nothing, and only 1,000 characters are read', () => {
  expect(runRegex('(', 'a')).toBeNull();
  expect(replaceRegex('(', 'a', 'b')).toBe('a');
  expect(runRegex('b', `${'a'.repeat(1_000)}b`)).toBeNull();
});
