import { expect, test } from 'vitest';
import { isSameMedia, type Media } from '../../../src/core/media/media';

const film: Media = { type: 'movie', tmdbId: 1 };
const episode: Media = { type: 'episode', tmdbId: 1, seasonNumber: 1, episodeNumber: 2 };
const special: Media = { type: 'episode', tmdbId: 1, id: 7 };

test.each<readonly [string, Media, Media, boolean]>([
  ['a film under two titles', film, { ...film, title: 'Sintel' }, true],
  ['two films', film, { ...film, tmdbId: 2 }, false],
  ['two films without an id', { type: 'movie' }, { type: 'movie' }, false],
  ['a film and an episode', film, episode, false],
  ['an episode, once with its own id', episode, { ...episode, id: 7 }, true],
  ['two numbered episodes', episode, { ...episode, episodeNumber: 3 }, false],
  ['an episode without numbers, twice', special, { ...special, title: 'Special' }, true],
  ['two episodes of a series without numbers', special, { ...special, id: 8 }, false],
  [
    'two episodes of a series without a season',
    { ...special, episodeNumber: 2 },
    { ...special, id: 8, episodeNumber: 2 },
    false,
  ],
  [
    'two episodes of a series that nothing else names',
    { type: 'episode', tmdbId: 1 },
    { type: 'episode', tmdbId: 1 },
    false,
  ],
  ['an episode that only its own id names', { type: 'episode', id: 7 }, { type: 'episode', id: 7 }, true],
])('%s', (_, a, b, isSame) => {
  expect([isSameMedia(a, b), isSameMedia(b, a)]).toEqual([isSame, isSame]);
});
