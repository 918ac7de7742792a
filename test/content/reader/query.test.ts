// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginReading } from '../../../src/content/reader/regex';
import { elementText } from '../../../src/content/reader/element-text';
import { closest, queryAll } from '../../../src/content/reader/query';

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

test('the seek bar of a player is found, which nobody writes into', () => {
  document.body.innerHTML = '<input type="range" aria-valuetext="0:10">';
  expect(queryAll(document, 'input')).toHaveLength(1);
});

test('elements that cannot be edited are found', () =>
  expect(queryAll(document, 'p').map((element) => elementText(element))).toEqual(['plain']));

test('the text around a form is read without what is filled in', () => {
  expect(queryAll(document, 'h1').map((element) => elementText(element))).toEqual(['Account']);
  expect(
    queryAll(document, 'form')
      .map((element) => elementText(element))
      .join(''),
  ).not.toMatch(/typed|Chosen|draft|bold/);
});

test('scripts and styles are no text, neither by themselves nor in what is around them', () => {
  document.body.innerHTML = '<div>shown<script>const token = 1</script><style>a{}</style></div>';
  const texts = queryAll(document, 'div,script,style').map((element) => elementText(element));
  expect(texts).toEqual(['shown', '', '']);
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
