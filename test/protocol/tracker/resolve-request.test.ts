import { expect, test } from 'vitest';
import { resolveRequestSchema } from '../../../src/protocol/tracker/resolve';
import { resolveRequest } from '../../../src/protocol/tracker/resolve-request';

test('a question states what the site calls the work', () => {
  const question = resolveRequest({ type: 'movie', title: 'Sintel', ids: { site: 'netflix:81747912' } });
  expect(question).toEqual({ type: 'movie', title: 'Sintel', siteIds: { netflix: '81747912' } });
  expect(resolveRequestSchema.safeParse(question).success).toBe(true);
});

test.each([
  { netflix: 'a b' },
  { netflix: '' },
  { 'Netflix!': '1' },
  { a: '1', b: '1', c: '1', d: '1', e: '1' },
])('a tracker refuses what is no id of a site: %j', (siteIds) => {
  expect(resolveRequestSchema.safeParse({ type: 'movie', siteIds }).success).toBe(false);
});
