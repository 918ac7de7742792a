import { expect, test } from 'vitest';
import { missingAccess } from '../../../src/background/sites/site-patterns';

const site = {
  connector: { id: 'cinema', name: 'Cinema', hosts: ['cinema.example'], apiHosts: ['api.cinema.example'] },
  state: { enabled: true, hosts: ['https://home.example/*'] },
};

test('a page that may be read needs no access', () => {
  expect(missingAccess(site, 'https://cinema.example/watch/1', ['https://*/*'])).toEqual([]);
});

test('a page of a site without access needs that to the whole site', () => {
  expect(missingAccess(site, 'https://cinema.example/watch/1', [])).toEqual(
    expect.arrayContaining([
      'https://cinema.example/*',
      'https://home.example/*',
      'https://api.cinema.example/*',
    ]),
  );
});

test("a page on a host that is not the site's own needs access to that host alone", () => {
  expect(missingAccess(site, 'https://elsewhere.example/', [])).toEqual(['https://elsewhere.example/*']);
});
