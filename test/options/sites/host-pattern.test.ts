import { expect, test } from 'vitest';
import { hostPattern } from '../../../src/options/sites/user-hosts';

test.each([
  ['https://media.example.org/web/index.html', 'https://media.example.org/*'],
  ['media.example.org', 'https://media.example.org/*'],
  ['http://192.168.1.5:8096', 'http://192.168.1.5/*'],
  ['  HTTP://Media.Local  ', 'http://media.local/*'],
])('%j is asked for as %s', (typed, pattern) => {
  expect(hostPattern(typed)).toBe(pattern);
});

test.each([
  [''],
  ['two words'],
  ['https://'],
  ['javascript:alert(1)'],
  ['https://user:pass@a.example'],
  ['https://*/'],
  ['*.example.org'],
])('%j is no address', (typed) => {
  expect(hostPattern(typed)).toBeUndefined();
});
