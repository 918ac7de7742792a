import { expect, test } from 'vitest';
import { matchPatterns, urlMatchesHosts, isLoopback } from '../../../src/core/hosts/host-pattern';
import { parseBaseUrl } from '../../../src/core/settings/base-url';

const loopback = ['localhost', 'media.localhost', '127.0.0.1', '127.255.0.9', '[::1]'];
const elsewhere = [
  'localhost.evil.example',
  'evil-localhost',
  '127.0.0.1.evil.example',
  '128.0.0.1',
  '0.0.0.0',
  '192.168.1.5',
  '[::2]',
  '[::ffff:7f00:1]',
  'tracker.example',
];

test.each(loopback)('%s is this machine: a tracker and a page there may be plain HTTP', (host) => {
  expect(isLoopback(host)).toBe(true);
  expect(parseBaseUrl(`http://${host}:4680`).ok).toBe(true);
  expect(urlMatchesHosts(new URL(`http://${host}:4690/film`), [host])).toBe(true);
  expect(matchPatterns(host)).toEqual([`http://${host}/*`, `https://${host}/*`]);
});

test.each(elsewhere)('%s is another machine: nothing there may be plain HTTP', (host) => {
  expect(isLoopback(host)).toBe(false);
  expect(parseBaseUrl(`http://${host}:4680`)).toEqual({ ok: false, reason: 'not-https' });
  expect(urlMatchesHosts(new URL(`http://${host}/film`), [host])).toBe(false);
  expect(matchPatterns(host)).toEqual([`https://${host}/*`]);
});

test.each([
  ['http://127.1/', true],
  ['http://2130706433/', true],
  ['http://0x7f.0.0.1/', true],
  ['http://LOCALHOST/', true],
])('%s is written otherwise and means this machine', (address, expected) => {
  expect(isLoopback(new URL(address).hostname)).toBe(expected);
});
