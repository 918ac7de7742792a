import { expect, test } from 'vitest';
import { plainTitle } from '../../../src/core/text/normalize-title';

test.each([
  ['The Godfather: Part II', 'godfather part 2'],
  ['Amélie & Zoë', 'amelie and zoe'],
  // Words that every plain object has as a property are words like any other.
  ['The Last Constructor', 'last constructor'],
])('%s: %s', (title, plain) => {
  expect(plainTitle(title)).toBe(plain);
});
