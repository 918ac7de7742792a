import { expect, test } from 'vitest';
import type { Media } from '../../src/core/media/media';
import type { ActivityEntry } from '../../src/core/outbox/outbox-view';
import { isSameWork, lastWatched } from '../../src/options/history/history-list';

const film: Media = { type: 'movie', tmdbId: 1 };
const other: Media = { type: 'movie', tmdbId: 2 };
const entryOf = (media: Media): ActivityEntry => ({
  id: 1,
  at: 0,
  sessionId: 'evening',
  siteId: 'netflix',
  item: { type: media.type },
  media,
  page: 'https://www.netflix.com/watch/1',
  position: 100,
  duration: 1000,
  cause: 'crossing',
  answer: 'accepted',
});

test('titles without an id of TMDB are no works of each other', () => {
  expect(isSameWork(film, { type: 'movie', tmdbId: 1 })).toBe(true);
  expect(isSameWork(film, other)).toBe(false);
  expect(isSameWork({ type: 'episode', tmdbId: 1 }, film)).toBe(false);
  expect(isSameWork({ type: 'episode' }, { type: 'episode' })).toBe(false);
});

test('after a correction the right title opens the page, the wrong one does not', () => {
  const opened = (media: Media, wanted: Media | undefined) =>
    lastWatched(
      [entryOf(film)],
      [
        {
          id: 'evening',
          account: '',
          position: 100,
          duration: 1000,
          at: 0,
          viewings: [
            { media: film, wanted: wanted === film, is: true },
            { media: other, wanted: wanted === other, is: false },
          ],
        },
      ],
      (one) => isSameWork(one, media),
    ) !== undefined;
  expect([opened(film, film), opened(other, film)]).toEqual([true, false]);
  expect([opened(film, other), opened(other, other)]).toEqual([false, true]);
  expect([opened(film, undefined), opened(other, undefined)]).toEqual([false, false]);
});
