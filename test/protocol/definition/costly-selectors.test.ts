import { expect, test } from 'vitest';
import { isSelector } from '../../../src/protocol/definition/check-selector';

test.each([
  'body :not(.a):has(:not(b) ~ q, :not(c) q)',
  'li:nth-last-child(odd of :not(.x)) ~ li:has(q) ~ li',
  'li:nth-child(2 of .x)',
  'a:has(b):has(c)',
  'a:HAS(b):Has(c)',
  'a:has(b c)',
  'a:has(~ b)',
  'a:has(+ b)',
  'a:has(b, c)',
  'a:has(:not(b))',
  'a:not(:has(b c))',
  'a:is(:has(b):has(c))',
])('%s takes too long on large pages', (selector) => expect(isSelector(selector)).toBe(false));

test.each([
  'input',
  'INPUT[type=email]',
  'form textarea',
  'select > option',
  'body:has(input)',
  String.raw`\69nput`,
  '[value^="a"]',
  '[VALUE]',
  String.raw`[\76 alue]`,
  '[contenteditable]',
  'a:not(:checked)',
])('%s reads what a person fills in', (selector) => expect(isSelector(selector)).toBe(false));

test.each(['div:has(> a[title^="a"])', 'a:has(.icon)', 'li:nth-child(2n + 1)', 'a[data-value="b"]'])(
  '%s is allowed',
  (selector) => expect(isSelector(selector)).toBe(true),
);
