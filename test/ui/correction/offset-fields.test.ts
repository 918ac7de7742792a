import { expect, test } from 'vitest';
import { offsetsOf, shiftedBy } from '../../../src/ui/correction/offset-fields';

test.each([
  [
    { seasonNumber: 1, episodeNumber: 14 },
    { seasonNumber: 2, episodeNumber: 1 },
    { seasonOffset: 1, episodeOffset: -13 },
  ],
  [
    { seasonNumber: 3, episodeNumber: 2 },
    { seasonNumber: 3, episodeNumber: 2 },
    { seasonOffset: 0, episodeOffset: 0 },
  ],
  [{ episodeNumber: 27 }, { seasonNumber: 2, episodeNumber: 3 }, { seasonOffset: 0, episodeOffset: -24 }],
  [{}, { seasonNumber: 2, episodeNumber: 3 }, { seasonOffset: 0, episodeOffset: 0 }],
])('from %j on the page to %j at the tracker is %j', (item, media, offsets) => {
  expect(offsetsOf(item, { type: 'episode', tmdbId: 1, ...media })).toEqual(offsets);
});

test('an item shifted by its own offsets has the numbers of the media', () => {
  const item = { seasonNumber: 1, episodeNumber: 14 };
  const media = { type: 'episode', tmdbId: 1, seasonNumber: 2, episodeNumber: 1 } as const;
  expect(shiftedBy(item, offsetsOf(item, media))).toEqual({ seasonNumber: 2, episodeNumber: 1 });
});
