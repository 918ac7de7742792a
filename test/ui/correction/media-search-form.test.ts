import { expect, test } from 'vitest';
import { queryOf, searchInput } from '../../../src/ui/correction/media-search-form';

const episode = {
  type: 'episode',
  seriesTitle: 'Robin Hood',
  seasonNumber: 1,
  episodeNumber: 14,
  year: 1955,
} as const;

test('the search for an episode starts with its series and its numbers', () => {
  expect(searchInput(queryOf(episode))).toEqual({
    type: 'episode',
    title: 'Robin Hood',
    year: 1955,
    seasonNumber: 1,
    episodeNumber: 14,
  });
});

test('the search for a film leaves out season and episode', () => {
  expect(searchInput({ ...queryOf(episode), type: 'movie' })).toEqual({
    type: 'movie',
    title: 'Robin Hood',
    year: 1955,
  });
});

test.each([
  ['year', '1869'],
  ['year', '19a5'],
  ['season', '-1'],
  ['episode', '0'],
  ['episode', '1.5'],
] as const)('a %s of %j is left out', (field, typed) => {
  const query = { ...queryOf({ type: 'episode', seriesTitle: 'Robin Hood' }), [field]: typed };
  expect(searchInput(query)).toEqual({ type: 'episode', title: 'Robin Hood' });
});
