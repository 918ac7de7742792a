import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeBetween } from '../../../../src/options/workbench/json/json-editor';

test.each([
  ['{"a":1}', '{"a":12}', { from: 6, to: 6, insert: '2' }],
  ['{"a":1}', '{}', { from: 1, to: 6, insert: '' }],
  ['aa', 'aaa', { from: 2, to: 2, insert: 'a' }],
  ['', 'x', { from: 0, to: 0, insert: 'x' }],
])('from %j to %j only the difference is replaced', (before, after, change) => {
  expect(changeBetween(before, after)).toEqual(change);
});

test('the replacement turns any text into any other', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n') });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { from, to, insert } = changeBetween(before, after);
      expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
    }),
  );
});
