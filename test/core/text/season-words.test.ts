import { describe, expect, it } from 'vitest';
import { parseSeasonEpisode } from '../../../src/core/text/season-episode';
import { wordsByLanguage } from '../../../src/core/text/season-words';

const languages = Object.entries(wordsByLanguage).map(([language, words]) => {
  const first = (words: string) => words.split('|')[0]?.replaceAll(/\[(.).*?\]|\??/g, '$1') ?? '';
  return { language, season: first(words.season), episode: first(words.episode) };
});

it('has the words of 60 languages', () => {
  expect(languages.length).toBeGreaterThanOrEqual(60);
});

describe.each(languages)('$language', ({ season, episode }) => {
  it.each([
    `${season} 2 ${episode} 3`,
    `${season} 2, ${episode} 3`,
    `${season} 2 | ${episode} 3`,
    `${season} 2 - ${episode} 3`,
    `${season} 2: ${episode} 3`,
    `${season.toUpperCase()} 2 ${episode.toUpperCase()} 3`,
    `Name – ${season} 2 · ${episode} 3`,
  ])('%s', (label) => {
    expect(parseSeasonEpisode(label)).toMatchObject({ season: 2, episode: 3 });
  });

  it(`${episode} 3`, () => {
    expect(parseSeasonEpisode(`${episode} 3`)).toMatchObject({ season: undefined, episode: 3 });
  });
});

describe('a season in words, letters or behind its number', () => {
  it.each<readonly [string, number | undefined, number | undefined]>([
    ['Season Two, Episode 5', 2, 5],
    ['S. 2 Ep. 12 - Love', 2, 12],
    ['Cap. 3 T. 2', 2, 3],
    ['Episode 3 (S2)', 2, 3],
    ['Ep 3 | S2', 2, 3],
    ['3 серия 2 сезона', 2, 3],
    ['Сезон второй, серия 3', 2, 3],
    ['2-сезон 3-серия', 2, 3],
    ['2-mavsum 3-qism', 2, 3],
    ['الموسم الثاني الحلقة الثامنة', 2, 8],
    ['الجزء 2 الحلقة 3', 2, 3],
    ['م2 ح3', 2, 3],
    ['עונה ב פרק 3', 2, 3],
    ['ע2 פ5', 2, 5],
    ['पहला सीज़न एपिसोड 3', 1, 3],
    ['ปี 2 ตอนที่ 3', 2, 3],
    ['17 Bölüm', undefined, 17],
    ['番組名 #12', undefined, 12],
    ['#3 タイトル', undefined, 3],
    ['其の三', undefined, 3],
    ['第32期：某事', undefined, 32],
    ['第2期', 2, undefined],
    ['Show.S04.1080p.BluRay', 4, undefined],
    ['Nome 4° Temporada', 4, undefined],
    ['ناطور - الحلقة السابعة', undefined, 7],
    ['کوہ قسط نمبر 12', undefined, 12],
    ['E3/10', undefined, 3],
    ['Show [HDTV][Cap.408]', 4, 8],
  ])('%s', (label, season, episode) => {
    const found = parseSeasonEpisode(label);
    expect([found?.season, found?.episode]).toEqual([season, episode]);
  });
});

/** In the languages in which services divide seasons. */
const laterParts = [
  'Season 3 Part 2 Episode 3',
  'Season 6: Part 3: Episode 11',
  'S6 Part 3 E11',
  'S6:P3:E11',
  'Season 4 Vol. 2 Episode 1',
  'Season 3, Part II, Episode 3',
  'Season 3 Part Two Episode 3',
  'Season 7B, Episode 9',
  'Season 5.2 Episode 3',
  '2nd Season Part 2 #3',
  'Episode 3, Season 3 Part 2',
  'Staffel 3, Teil 2: Folge 3',
  'Saison 3 Partie 2 Épisode 3',
  'Temporada 3, Parte 2, Capítulo 3',
  '3ª temporada - Parte 2 - Episódio 3',
  'Stagione 3 Parte 2 Episodio 3',
  'Sezon 3 Część 2 Odcinek 3',
  'Řada 3 část 2 díl 3',
  'Сезон 3 Часть 2 Серия 3',
  '3 сезон 2 часть 3 серия',
  'Seizoen 3 deel 2 aflevering 3',
  'Säsong 3 del 2 avsnitt 3',
  'Kausi 3 osa 2 jakso 3',
  '3. évad 2. rész 3. epizód',
  '3. Sezon 2. Kısım 3. Bölüm',
  'Σεζόν 3 Μέρος 2 Επεισόδιο 3',
  'Mùa 3 Phần 2 Tập 3',
  'Musim 3 Bagian 2 Episode 3',
  'ซีซัน 3 พาร์ท 2 ตอนที่ 3',
  'الموسم 3 الجزء 2 الحلقة 3',
  'עונה 3 חלק 2 פרק 3',
  '시즌 3 파트 2 3화',
  '第三季 第二部分 第3集',
  '第3季 下半季 第3集',
  '第3期 第2クール 第3話',
  'シーズン3 後編 第3話',
];

describe('a part behind a season', () => {
  it.each<readonly [string, number, number]>([
    ['Saison 2 Partie 1 Épisode 4', 2, 4],
    ['Staffel 2 Teil 1 Folge 4', 2, 4],
    ['Säsong 2 del 1 avsnitt 4', 2, 4],
    ['2. évad 1. rész 4. epizód', 2, 4],
    ['Season 2A Episode 4', 2, 4],
    // More than a part has.
    ['Season3 Part.2 第50話 はじまり', 3, 50],
    // No episode follows: the word for a part is the one for an episode.
    ['Säsong 3 del 2', 3, 2],
    ['Season 1 Episode 3 Part 2', 1, 3],
    ['Show 第1季 P02 S01E02', 1, 2],
  ])('leaves the number: %s', (label, season, episode) => {
    expect(parseSeasonEpisode(label)).toMatchObject({ season, episode });
  });

  it.each(laterParts)('holds the number within it: %s', (label) => {
    const found = parseSeasonEpisode(`The Show – ${label}: The Name`);
    expect([found?.season, found?.episode]).toEqual([undefined, undefined]);
    expect(found).toMatchObject({ series: 'The Show', title: 'The Name' });
    expect(found?.held).toBeTruthy();
  });

  it.each([
    'Season 3 Part 2',
    'You: Season 4 Part 1',
    'Season3 Part.2',
    'Dr. Name 第3期 part 2',
    'Staffel 2 Teil 1',
  ])('is held where none does: %s', (label) => {
    expect(parseSeasonEpisode(label)).not.toHaveProperty('episode');
    expect(parseSeasonEpisode(label)).toHaveProperty('held');
  });
});

describe('what is no single episode', () => {
  it.each([
    'S07E25-26 Search Committee',
    'The Office S7:E25-E26 Search Committee',
    'S1 E1-E2 Pilot',
    '1x01-02 Pilot',
    'S01E01 E02',
    'Folge 1-2 Der Anfang',
    'ตอนที่ 1-12 พากย์ไทย',
    'الحلقة 12 و 13',
    '1・2話',
    'Episode 12.5',
    'Episode 1.22 - Name',
    'الحلقة 1115.5',
    '2회 예고편',
    '第3集 预告',
    'Episode 4 – Trailer',
    '更新至第12集',
    'Season 1 to 6',
    'Season 1, 2, 3',
    'Seasons 1 2 3 4 5',
    'Show.Season.1.2.3 to 5.HDTV',
    'Season 1 - 4 Complete',
    'Season 1: 11',
    'Adventure Series: 30 [Web]',
    'One Series 1017',
    'Series.2021.S04.1080p',
    'Folge 1.050',
    '6x07/08',
    'Behind the scenes of Episode 4',
    'Episode 3 Reaction',
    'Series_name.2005.211.episode.title',
    '145. Sitzung vom 15.12.2023',
    '1. posiedzenie Sejmu X kadencji',
    '7. neděle velikonoční',
    '輪迴第 7 次的惡役令孃',
    '0644ecc8-e354-4a6b-8f11-1b2c3d4e5f60',
  ])('%s', (label) => {
    expect(parseSeasonEpisode(label)?.episode).toBeUndefined();
    expect(parseSeasonEpisode(label)?.season).toBeUndefined();
  });

  it.each<readonly [string, number | undefined, number, number, string | undefined]>([
    ['S07E25-26 Search Committee', 7, 25, 26, 'Search Committee'],
    ['The Office S7:E25-E26 Search Committee', 7, 25, 26, 'Search Committee'],
    ['S1 E1-E2 Pilot', 1, 1, 2, 'Pilot'],
    ['1x01-02 Pilot', 1, 1, 2, 'Pilot'],
    ['S01E01 E02', 1, 1, 2, undefined],
    ['Folge 1-2 Der Anfang', undefined, 1, 2, 'Der Anfang'],
    ['الحلقة 12 و 13', undefined, 12, 13, undefined],
    ['1・2話', undefined, 1, 2, undefined],
    ['S2E4-6', 2, 4, 6, undefined],
    ['Name 6x07/08', 6, 7, 8, undefined],
  ])('%s may be a video of several', (label, season, episode, lastEpisode, title) => {
    expect(parseSeasonEpisode(label)?.several).toMatchObject({ season, episode, lastEpisode, title });
  });

  it.each([
    'ตอนที่ 1-12 พากย์ไทย',
    'Episode 12.5',
    'Episode 1.22 - Name',
    '2회 예고편',
    'Season 1 to 6',
    'E26-25',
    'S01E01-E21',
    'S1 E2 - 3 Trailer',
  ])('%s is no video of several', (label) => {
    expect(parseSeasonEpisode(label)?.several).toBeUndefined();
  });

  it('of two episodes neither is the season', () => {
    expect(parseSeasonEpisode('Episodes 3 and 4', true)?.season).toBeUndefined();
  });

  it('a name that begins with a number is no range', () => {
    expect(parseSeasonEpisode('S1 E1 - 12 Monkeys')).toMatchObject({
      season: 1,
      episode: 1,
      title: '12 Monkeys',
    });
  });
});
