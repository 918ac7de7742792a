import { expect, test } from 'vitest';
import { createRouter } from '../../../src/service/http/request-steps';

test('a path without parameters has the same handlers each time, also those of its prefixes', () => {
  const router = createRouter<string>();
  router.add('ALL', '/*', 'all');
  router.add('GET', '/history', 'read');
  router.add('ALL', '/history', 'refuse');
  const handlers = (method: string, path: string) =>
    router.match(method, path)[0].map(([handler]) => handler);
  expect(handlers('GET', '/history')).toEqual(['all', 'read', 'refuse']);
  expect(handlers('GET', '/history')).toEqual(['all', 'read', 'refuse']);
  expect(handlers('POST', '/history')).toEqual(['all', 'refuse']);
  expect(router.match('GET', '/history')).toBe(router.match('GET', '/history'));
  router.add('GET', '/history', 'later');
  expect(handlers('GET', '/history')).toEqual(['all', 'read', 'refuse', 'later']);
});

test('a path with parameters has those of each request', () => {
  const router = createRouter<string>();
  router.add('GET', '/channels/:id', 'channel');
  const parameters = (path: string) => router.match('GET', path)[0].map(([, found]) => found);
  expect(parameters('/channels/one')).toEqual([{ id: 'one' }]);
  expect(parameters('/channels/two')).toEqual([{ id: 'two' }]);
  expect(router.match('GET', '/channels/one')).not.toBe(router.match('GET', '/channels/one'));
});
