import { expect, test } from 'vitest';
import { requestedUrls, sendsCookies } from '../../../../src/options/workbench/list/connector-requests';
import type { Definition } from '../../../../src/protocol/definition/definition';

const definition: Definition = {
  version: 1,
  id: 'my-site',
  name: 'My Site',
  hosts: ['*.site.example'],
  pages: [{ kind: 'watch', match: { path: '^/(?<id>.+)' }, item: { title: [{ text: 'h1' }] } }],
  verified: { date: null, how: 'never' },
};

test.each([
  ['{$origin}/api/{id}', undefined, true],
  ['https://www.site.example/api/{id}', undefined, true],
  ['https://api.other.example/{id}', undefined, false],
  ['https://api.other.example/{id}', true, true],
] as const)('%s (credentials %s) carries cookies: %s', (url, credentials, expected) => {
  const endpoint = credentials === undefined ? { urls: [url] } : { urls: [url], credentials };
  expect(sendsCookies(definition, endpoint, url)).toBe(expected);
});

test('an address is listed once', () => {
  expect(requestedUrls({ urls: ['https://a.example/', 'https://a.example/'] })).toEqual([
    'https://a.example/',
  ]);
});
