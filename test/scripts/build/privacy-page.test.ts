import { readFileSync } from 'node:fs';
import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import { pageOf, PRIVACY_POLICY } from '../../../scripts/build/privacy-page';

const policy = readFileSync(PRIVACY_POLICY, 'utf8');
const { body } = new new Window().DOMParser().parseFromString(pageOf(policy), 'text/html');

test('the page of the privacy policy has all of its words', () => {
  const words = (text: string) => text.replaceAll(/[`*#|\s-]+/g, '');
  expect(words(body.querySelector('main')?.textContent ?? '')).toBe(words(policy));
});

test('its headings are headings, and each request is a row of the table', () => {
  const headings = [...body.querySelectorAll('h1, h2')].map(({ textContent }) => textContent);
  expect(headings).toEqual([...policy.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading));
  const requests = [...policy.matchAll(/^\| `(?:GET|POST|PUT|DELETE) /gm)];
  expect(requests.length).toBeGreaterThan(10);
  const rows = [...body.querySelectorAll('tr')];
  const shown = rows.filter(({ textContent }) => /^\s*(?:GET|POST|PUT|DELETE) /.test(textContent));
  expect(shown).toHaveLength(requests.length);
  expect(new Set(shown.map(({ children }) => children.length))).toEqual(new Set([3]));
  // One more for the head of each table.
  const lines = [...policy.matchAll(/^\|(?!-)/gm)];
  expect(rows).toHaveLength(lines.length);
});

test('addresses with a star stay as they are, and what looks like markup is text', () => {
  expect(body.textContent).toContain('GET …/dashboard/*');
  expect(pageOf('# A\n\n<img src=x> & `a<b`')).toContain('<p>&lt;img src=x> &amp; <code>a&lt;b</code></p>');
});
