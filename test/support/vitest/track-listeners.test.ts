// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { beginTest, leftoversOf } from './track-leftovers';

beforeEach(() => beginTest('another test'));
afterEach(({ task }) => beginTest(task.id));

const left = () => leftoversOf('another test');

test.each([
  ['the window', () => globalThis],
  ['the document', () => document],
])('a listener of %s is left behind until it is removed', (_name, target) => {
  const listener = () => undefined;
  target().addEventListener('pageshow', listener);
  expect(left()).toEqual([expect.stringMatching(/^a listener for pageshow.*track-listeners.test.ts/)]);
  target().addEventListener('pageshow', listener);
  target().removeEventListener('pageshow', listener);
  expect(left()).toEqual([]);
});

test('one that ends with a signal, or after its first event, is not', () => {
  const ending = new AbortController();
  document.addEventListener('pageshow', () => undefined, ending);
  ending.abort();
  document.addEventListener('pageshow', () => undefined, { once: true });
  expect(left()).toEqual([]);
  document.dispatchEvent(new Event('pageshow'));
});
