// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginReading } from '../../../src/content/reader/budget';
import { closest, queryAll, shownText } from '../../../src/content/reader/query';

beforeEach(() => {
  beginReading();
  document.body.innerHTML = `<form><h1>Account <textarea>typed</textarea><select><option>Chosen</option></select></h1>
    <input type="email" value="anna@example.org"><p contenteditable>draft <b>bold</b></p><p contenteditable="false">plain</p></form>`;
});
afterEach(() => vi.restoreAllMocks());

test.each(['input', '[type=email]', 'textarea', 'select', 'option', 'p[contenteditable=""]', 'b'])(
  'what a person fills in is not found: %s',
  (selector) => expect(queryAll(document, selector)).toEqual([]),
);

test('elements that cannot be edited are found', () =>
  expect(queryAll(document, 'p').map(shownText)).toEqual(['plain']));

test('the text around a form is read without what is filled in', () => {
  expect(queryAll(document, 'h1').map(shownText)).toEqual(['Account ']);
  expect(queryAll(document, 'form').map(shownText).join('')).not.toMatch(/typed|Chosen|draft|bold/);
});

test('the selectors of a reading have one time together, and a slow one is not run a third time', () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const slow = vi.spyOn(document, 'querySelectorAll').mockImplementation(() => {
    now += 300;
    return document.body.querySelectorAll('h1');
  });
  for (const times of [1, 2, 2]) {
    beginReading();
    queryAll(document, 'h1.slow');
    expect(slow).toHaveBeenCalledTimes(times);
    if (times < 2 || slow.mock.calls.length > times) expect(closest(document.body, 'body')).toBeUndefined();
  }
  beginReading();
  expect(closest(document.body, 'body')).toBe(document.body);
});
