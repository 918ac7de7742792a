import { expect, test } from 'vitest';
import { json } from '../../../src/protocol/definition/value-schemas';

test.each([null, true, 0, -1.5, '', [], {}, { a: [{ b: [null, 'c', false] }] }])('%j is JSON', (value) => {
  expect(json.parse(value)).toEqual(value);
});

test.each([
  [undefined],
  [Number.NaN],
  [Number.POSITIVE_INFINITY],
  [1n],
  [Symbol('a')],
  [() => 1],
  [[undefined]],
  [{ a: { b: [Number.NaN] } }],
])('%o is not', (value) => {
  expect(json.safeParse(value).success).toBe(false);
});
