import { describe, expect, test } from 'vitest';
import { confidenceBar, judge } from '../../../src/core/matching/judge';
import type { Item } from '../../../src/core/media/item';
import type { Media } from '../../../src/core/media/media';

const item: Item = { type: 'movie', title: 'Ma vie de Courgette', ids: { site: 'netflix:80105699' } };
const media: Media = { type: 'movie', tmdbId: 393559, title: 'My Life as a Zucchini', titles: [] };

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

describe('a film of which the page states two ids', () => {
  const stated = { ...item, ids: { tmdb: 393559, imdb: 'tt2321405' } };
  const confidence = (imdbId?: string) =>
    judge({ item: stated }, [{ ...media, ...(imdbId !== undefined && { imdbId }) }])[0]?.confidence ?? 0;

  test('is sent where they are those of one film, or the tracker knows one of them', () => {
    expect(confidence('tt2321405')).toBeGreaterThanOrEqual(confidenceBar);
    expect(confidence()).toBeGreaterThanOrEqual(confidenceBar);
  });

  test('is held where they are those of two', () => expect(confidence('tt1375666')).toBeLessThan(0.01));
});

test('an episode of which the page states the ids of two series is held', () => {
  const place = { type: 'episode', seasonNumber: 1, episodeNumber: 2 } as const;
  const stated = { ...place, seriesTitle: 'Dark', ids: { tmdb: 1396, tvdb: 81_189 } } as const;
  const own: Media = { ...place, tmdbId: 1396, seriesTitle: 'Dark', titles: [] };
  const other: Media = { ...place, tmdbId: 70_523, seriesTitle: 'Other', titles: [] };
  const confidence = (...found: Media[]) => judge({ item: stated }, found)[0]?.confidence ?? 0;
  expect(confidence(own, { ...other, matchedBy: 'externalId' })).toBeLessThan(confidenceBar);
  expect(confidence(own, other)).toBeGreaterThanOrEqual(confidenceBar);
});

test('the id at thetvdb.com counts where the tracker has found the series by it', () => {
  const asked = { type: 'episode', seasonNumber: 1, episodeNumber: 2, ids: { tvdb: 81_189 } } as const;
  const found: Media = { type: 'episode', tmdbId: 1396, seasonNumber: 1, episodeNumber: 2, titles: [] };
  const confidence = (media: Media) => judge({ item: asked }, [media])[0]?.confidence ?? 0;
  expect(confidence({ ...found, matchedBy: 'externalId' })).toBeGreaterThanOrEqual(confidenceBar);
  expect(confidence(found)).toBeLessThan(confidenceBar);
});
