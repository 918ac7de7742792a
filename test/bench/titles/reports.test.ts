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
  listed: Object.fromEntries(Object.keys(one.titles ?? {}).map((key) => [key, 'translation'])),
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
    work({ id: 184, original_title: 'Mr. Sunshine', year: 2011, runtime: 22, seasons: seasons(13) }),
    work({
      id: 185,
      original_title: '미스터 션샤인',
      original_language: 'ko',
      year: 2018,
      runtime: 75,
      titles: { en: 'Mr. Sunshine' },
      seasons: seasons(24),
    }),
    work({ id: 186, original_title: 'The Missing', year: 2014, runtime: 60, seasons: seasons(8, 8) }),
    work({ id: 187, original_title: 'The Missing', year: 2016, runtime: 58, seasons: seasons(6) }),
    work({
      id: 189,
      original_title: 'Bäckström',
      original_language: 'sv',
      year: 2020,
      runtime: 44,
      seasons: seasons(6, 6),
    }),
    work({
      id: 196,
      original_title: '賭ケグルイ双',
      original_language: 'ja',
      year: 2021,
      runtime: 30,
      popularity: 3,
      titles: { en: 'Kakegurui Twin' },
      seasons: seasons(8),
    }),
    work({
      id: 197,
      original_title: '賭ケグルイ双 (アニメ)',
      original_language: 'ja',
      year: 2022,
      runtime: 28,
      popularity: 8,
      titles: { en: 'Kakegurui Twin' },
      seasons: seasons(6),
    }),
    work({
      id: 79_242,
      original_title: 'Chilling Adventures of Sabrina',
      year: 2018,
      runtime: 56,
      seasons: seasons(20, 16),
      episodes: [
        { season_number: 1, episode_number: 12, names: { en: 'Chapter Twelve: The Epiphany' } },
        { season_number: 2, episode_number: 1, names: { en: 'Chapter Twenty-One: The Hellbound Heart' } },
        { season_number: 2, episode_number: 9, names: { en: 'Chapter Twenty-Nine: The Eldritch Dark' } },
      ],
    }),
    work({ id: 201, original_title: 'Adventure Time', year: 2010, runtime: 11, seasons: seasons(26, 26) }),
    work({
      id: 208,
      type: 'movie',
      original_title: 'The Door',
      original_language: 'de',
      year: 2009,
      runtime: 101,
    }),
    work({ id: 209, type: 'movie', original_title: 'The Door', year: 2014, runtime: 84 }),
    work({
      id: 213,
      type: 'movie',
      original_title: '카터',
      original_language: 'ko',
      year: 2022,
      runtime: 132,
      titles: { en: 'Carter' },
    }),
    work({
      id: 402_431,
      type: 'movie',
      original_title: 'Wicked',
      year: 2024,
      runtime: 161,
      popularity: 95,
      alternative: ['Wicked: Part One'],
    }),
    work({
      id: 967_941,
      type: 'movie',
      original_title: 'Wicked: For Good',
      year: 2025,
      runtime: 137,
      popularity: 90,
      alternative: ['Wicked: Part Two'],
    }),
    work({
      id: 104,
      type: 'movie',
      original_title: 'Đất Rừng Phương Nam',
      original_language: 'vi',
      year: 2023,
      runtime: 110,
      popularity: 5,
      titles: { en: 'Song of the South' },
    }),
    work({
      id: 12_444,
      type: 'movie',
      original_title: 'Harry Potter and the Deathly Hallows: Part 1',
      year: 2010,
      runtime: 146,
      popularity: 90,
      titles: { fr: 'Harry Potter et les Reliques de la mort : 1ère partie' },
    }),
  ],
  decoys: [],
};
const ask = createAsker(data);

/** The work and the place that are sent; `undefined`: a person is asked. */
async function sent(item: Item, minutes: number) {
  const { candidates } = await ask(item);
  const [best] = judge({ item, duration: minutes * 60, names: true }, [...candidates]);
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
    [
      'an episode listed in another season: by its name',
      episode('Chilling Adventures of Sabrina', {
        seasonNumber: 4,
        episodeNumber: 1,
        episodeTitle: 'Chapter Twenty-Nine: The Eldritch Dark',
      }),
      56,
      [79_242, 2, 9],
    ],
    [
      '… whose number is that of another episode',
      episode('Chilling Adventures of Sabrina', {
        seasonNumber: 2,
        episodeNumber: 1,
        episodeTitle: 'Chapter Twelve: The Epiphany',
      }),
      56,
      [79_242, 1, 12],
    ],
    [
      'a name of two countries, told by the length',
      episode('Mr. Sunshine', { seasonNumber: 1, episodeNumber: 3 }),
      76,
      [185, 1, 3],
    ],
    [
      'a series of one name, told by its season',
      episode('The Missing', { seasonNumber: 2, episodeNumber: 3 }),
      59,
      [186, 2, 3],
    ],
    [
      '… and by its year',
      episode('The Missing', { seasonNumber: 1, episodeNumber: 1, year: 2014 }),
      60,
      [186, 1, 1],
    ],
    [
      'a live-action series and its anime, told by the number of episodes',
      episode('Kakegurui Twin', { seasonNumber: 1, episodeNumber: 8 }),
      30,
      [196, 1, 8],
    ],
    [
      'two episodes in one video, stated as one',
      episode('Adventure Time', { seasonNumber: 1, episodeNumber: 2 }),
      23,
      undefined,
    ],
    ['a film whose title is known in English', film('Carter', 2022), 132, [213]],
    ['a German film with an English title', film('The Door', 2009), 101, [208]],
    ['a part that has a title of its own', film('Wicked: Part 2'), 137, [967_941]],
    [
      'an ordinal before the word for a part',
      { ...film('Harry Potter et les Reliques de la Mort - Partie 1'), language: 'fr' },
      146,
      [12_444],
    ],
    ['plain letters', { ...film('Dat Rung Phuong Nam'), language: 'vi' }, 110, [104]],
  ])('%s', async (_, item, minutes, expected) => {
    expect(await sent(item, minutes)).toEqual(expected);
  });

  test('Dusk-Labs/dim#105: "… Railgun S" is not season 1', async () => {
    const found = await sent(episode('A Certain Scientific Railgun S', { episodeNumber: 3 }), 24);
    expect([undefined, 2]).toContain(found?.[1]);
  });

  test.each(['Season 3 Part 2', 'Attack on Titan Season 3 Part 2', 'Season 3 Part 2 Episode 3'])(
    '%s is no episode',
    (label) => {
      expect(parseSeasonEpisode(label)?.episode).toBeUndefined();
    },
  );
});
