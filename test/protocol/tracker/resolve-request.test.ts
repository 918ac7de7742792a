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

test('a question has every id that the page states', () => {
  const ids = { tmdb: 1396, imdb: 'tt0903747', tvdb: 81_189, episodeTmdb: 62_086, site: 'netflix:70143836' };
  const question = resolveRequest({ type: 'episode', seriesTitle: 'Breaking Bad', episodeNumber: 3, ids });
  expect(question).toEqual({
    type: 'episode',
    id: 62_086,
    tvShowId: 1396,
    imdbId: 'tt0903747',
    tvdbId: 81_189,
    siteIds: { netflix: '70143836' },
    seriesTitle: 'Breaking Bad',
    episodeNumber: 3,
  });
  expect(resolveRequestSchema.safeParse(question).success).toBe(true);
});
