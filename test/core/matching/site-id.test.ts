import { expect, test } from 'vitest';
import { confidenceBar, judge } from '../../../src/core/matching/judge';

const item = { type: 'movie', title: 'Ma vie de Courgette', ids: { site: 'netflix:80105699' } } as const;
const media = { type: 'movie', tmdbId: 393559, title: 'My Life as a Zucchini', titles: [] } as const;

test('a work that the tracker knows by what the site calls it needs no title', () => {
  const [found] = judge({ item }, [{ ...media, matchedBy: 'siteId' }]);
  expect(found?.confidence).toBeGreaterThanOrEqual(confidenceBar);
  const [compared] = judge({ item }, [media]);
  expect(compared?.confidence).toBeLessThan(confidenceBar);
});

test('of a page that states no such id nothing is known by it', () => {
  const { ids: _, ...unnamed } = item;
  const [found] = judge({ item: unnamed }, [{ ...media, matchedBy: 'siteId' }]);
  expect(found?.confidence).toBeLessThan(confidenceBar);
});
