import { expect, test } from 'vitest';
import { nextEpisode } from '../../../src/core/media/next-episode';

const seasons = [
  { number: 1, episodes: 7 },
  { number: 2, episodes: 13 },
];
const episode = (seasonNumber: number, episodeNumber: number) =>
  nextEpisode({ type: 'episode', tmdbId: 1396, seasonNumber, episodeNumber, seasons });

test.each([
  [1, 3, { seasonNumber: 1, episodeNumber: 4 }],
  [1, 7, { seasonNumber: 2, episodeNumber: 1 }],
  [2, 13, undefined],
  [3, 1, undefined],
  [1, 8, undefined],
])('after S%i E%i comes %j', (season, number, next) => expect(episode(season, number)).toEqual(next));

test('nothing is known to follow a film, or an episode of a series of unknown length', () => {
  expect(nextEpisode({ type: 'movie', tmdbId: 1 })).toBeUndefined();
  expect(nextEpisode({ type: 'episode', tmdbId: 1, seasonNumber: 1, episodeNumber: 1 })).toBeUndefined();
});
