import { describe, expect, test } from 'vitest';
import { confidenceBar, judge } from '../../../src/core/matching/judge';
import type { Item } from '../../../src/core/media/item';
import { parseSeasonEpisode } from '../../../src/core/text/season-episode';
import type { TitleData, WorkRecord } from '../../support/film-database/titles';
import { createAsker } from './create-asker';

// Cases of public reports about other software. Facts only: what was stated, and which work it is.

const work = (one: Partial<WorkRecord> & Pick<WorkRecord, 'id' | 'original_title' | 'year'>): WorkRecord => ({
  type: 'series',
  original_language: 'en',
  runtime: 24,
  popularity: 20,
  episodes: [],
  ...one,
});

const seasons = (...counts: readonly number[]) =>
  counts.map((episode_count, index) => ({
    season_number: index + 1,
    episode_count,
  }));

const data: TitleData = {
  works: [
    work({
      id: 30_977,
      original_title: 'とある科学の超電磁砲',
      original_language: 'ja',
      year: 2009,
      titles: {
        ja: 'とある科学の超電磁砲',
        en: 'A Certain Scientific Railgun',
      },
      seasons: seasons(24, 24, 25),
    }),
    work({
      id: 1429,
      original_title: '進撃の巨人',
      original_language: 'ja',
      year: 2013,
      titles: { ja: '進撃の巨人', en: 'Attack on Titan' },
      seasons: seasons(25, 12, 22, 28),
    }),
    work({
      id: 110_534,
      original_title: 'Peacemaker',
      year: 2022,
      runtime: 42,
      seasons: seasons(8, 8),
    }),
    work({
      id: 110_535,
      original_title: 'Peacemaker',
      year: 2020,
      runtime: 44,
      seasons: seasons(10),
    }),
    work({
      id: 2316,
      original_title: 'The Office',
      year: 2005,
      runtime: 22,
      seasons: seasons(6, 22, 25, 19, 28, 26, 26, 24, 25),
    }),
    work({
      id: 11_216,
      type: 'movie',
      original_title: 'Robin Hood',
      year: 1991,
      runtime: 104,
      popularity: 8,
    }),
    work({
      id: 8367,
      type: 'movie',
      original_title: 'Robin Hood: Prince of Thieves',
      year: 1991,
      runtime: 143,
      popularity: 40,
    }),
    work({
      id: 15_389,
      type: 'movie',
      original_title: 'Black Christmas',
      year: 1974,
      runtime: 98,
      popularity: 30,
    }),
    work({
      id: 14_609,
      type: 'movie',
      original_title: 'Black Christmas',
      year: 2006,
      runtime: 94,
      popularity: 20,
    }),
    work({
      id: 422,
      type: 'movie',
      original_language: 'it',
      original_title: '8½',
      year: 1963,
      runtime: 138,
    }),
    work({
      id: 5548,
      type: 'movie',
      original_title: 'RoboCop',
      year: 1987,
      runtime: 102,
      popularity: 40,
    }),
    work({
      id: 97_020,
      type: 'movie',
      original_title: 'RoboCop',
      year: 2014,
      runtime: 117,
      popularity: 38,
    }),
  ],
  decoys: [],
};
const ask = createAsker(data);

/** The work and the place that are sent; `undefined`: a person is asked. */
async function sent(item: Item, minutes: number) {
  const { candidates } = await ask(item);
  const [best] = judge({ item, duration: minutes * 60, names: true }, candidates);
  if (best === undefined || best.confidence < confidenceBar) return undefined;
  const { tmdbId, seasonNumber, episodeNumber } = best.media;
  return [tmdbId, seasonNumber, episodeNumber].filter((one) => one !== undefined);
}

const episode = (seriesTitle: string, stated: Partial<Item>): Item => ({
  type: 'episode',
  seriesTitle,
  language: 'en',
  ...stated,
});
const film = (title: string, year?: number): Item => ({
  type: 'movie',
  title,
  language: 'en',
  ...(year !== undefined && { year }),
});

describe('a case of a public report', () => {
  test.each<readonly [string, Item, number, readonly number[] | undefined]>([
    [
      'MALSync/MALSync#556: part 2 of a season',
      episode('Attack on Titan Season 3 Part 2', { episodeNumber: 3 }),
      24,
      undefined,
    ],
    [
      'FuzzyGrim/Yamtrack#1144: a file of two episodes',
      episode('The Office', {
        seasonNumber: 7,
        episodeNumber: 25,
        lastEpisodeNumber: 26,
      }),
      44,
      [2316, 7, 25],
    ],
    [
      '… as long as one of them',
      episode('The Office', {
        seasonNumber: 7,
        episodeNumber: 25,
        lastEpisodeNumber: 26,
      }),
      22,
      undefined,
    ],
    [
      'two series of one name, told by the number of episodes',
      episode('Peacemaker', { seasonNumber: 1, episodeNumber: 10 }),
      44,
      [110_535, 1, 10],
    ],
    ['two films of one year', film('Robin Hood', 1991), 104, [11_216]],
    ['a remake, by its year', film('Black Christmas', 2006), 94, [14_609]],
    ['a fraction in the name', film('8 1/2', 1963), 138, [422]],
    ['two films whose lengths fit neither', film('RoboCop'), 110, undefined],
  ])('%s', async (_, item, minutes, expected) => {
    expect(await sent(item, minutes)).toEqual(expected);
  });

  test('Dusk-Labs/dim#105: "… Railgun S" is not season 1', async () => {
    const found = await sent(episode('A Certain Scientific Railgun S', { episodeNumber: 3 }), 24);
    expect([undefined, 2]).toContain(found?.[1]);
  });

  test.each(['Season 3 Part 2', 'Attack on Titan Season 3 Part 2'])('%s is no episode', (label) => {
    expect(parseSeasonEpisode(label)?.episode).toBeUndefined();
  });
});
