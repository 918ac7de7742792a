import { describe, expect, test } from 'vitest';
import { placesOf } from '../../../../src/service/catalogue/tmdb/episodes-of-series';

const titan = [
  { number: 0, episodes: 8 },
  { number: 1, episodes: 25 },
  { number: 2, episodes: 12 },
  { number: 3, episodes: 22 },
];
const oneLongSeason = [{ number: 1, episodes: 24 }];

describe('the place that numbers of a page mean', () => {
  test.each([
    ['as stated', titan, { seasonNumber: 2, episodeNumber: 3 }, ['2x3']],
    ['a special', titan, { seasonNumber: 0, episodeNumber: 8 }, ['0x8']],
    ['a special that is not there', titan, { seasonNumber: 0, episodeNumber: 9 }, []],
    ['through all seasons', titan, { episodeNumber: 38 }, ['3x1']],
    ['through all seasons, with season 1 stated', titan, { seasonNumber: 1, episodeNumber: 27 }, ['2x2']],
    ['through all seasons, with the right season', titan, { seasonNumber: 2, episodeNumber: 30 }, ['2x5']],
    ['past the end', titan, { episodeNumber: 60 }, []],
    ['the season of the title', titan, { episodeNumber: 3, titleSeason: 2 }, ['2x3']],
    [
      'the season of the title, which has its own season 1',
      titan,
      { seasonNumber: 1, episodeNumber: 3, titleSeason: 2 },
      ['2x3'],
    ],
    ['the season of the title, counted through', titan, { episodeNumber: 30, titleSeason: 2 }, ['2x5']],
    ['half of a long season', oneLongSeason, { episodeNumber: 3, titleSeason: 2 }, ['1x15', '1x3']],
    [
      'half of a long season, counted through',
      oneLongSeason,
      { episodeNumber: 15, titleSeason: 2 },
      ['1x15'],
    ],
  ])('%s', (_, seasons, stated, places) => {
    const found = placesOf(seasons, stated);
    expect(
      found.map(({ seasonNumber, episodeNumber }) => `${String(seasonNumber)}x${String(episodeNumber)}`),
    ).toEqual(places);
  });
});
