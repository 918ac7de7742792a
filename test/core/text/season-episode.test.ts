import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSeasonEpisode } from '../../../src/core/text/season-episode';
import { threadTime } from '../../support/thread-time';

/** Label, season, episode, title, series. */
type Row = readonly [
  string,
  (number | undefined)?,
  (number | undefined)?,
  (string | undefined)?,
  (string | undefined)?,
];

const rows: readonly Row[] = [
  ['S1:E2', 1, 2],
  ['S1 E2', 1, 2],
  ['S1, E2', 1, 2],
  ['S1E2', 1, 2],
  ['S01E02', 1, 2],
  ['1x2', 1, 2],
  ['(1x2)', 1, 2],
  ['S1 E2 - The Beginning', 1, 2, 'The Beginning'],
  ['S1 E3-Title', 1, 3, 'Title'],
  ['S1, E2 · Title', 1, 2, 'Title'],
  ['S1 · E2 — Title', 1, 2, 'Title'],
  ['Episode (2x13)', 2, 13, undefined, 'Episode'],
  ['S0:E4', 0, 4],
  ['S2025 E3', 2025, 3],
  ['S1:E1071', 1, 1071],
  // German
  ['S1 F2', 1, 2],
  ['Staffel 1, Folge 2', 1, 2],
  ['Staffel 2, F. 1', 2, 1],
  ['Flg. 1', undefined, 1],
  ['Folge 25/42', undefined, 25],
  ['Folge 12: Der Tag', undefined, 12, 'Der Tag'],
  ['Titel (S06/E07)', 6, 7, undefined, 'Titel'],
  ['Die Sache (3/6)', undefined, 3, undefined, 'Die Sache'],
  ['Krimi • F03 • 27 min', undefined, 3, '27 min', 'Krimi'],
  // Polish, Dutch, Flemish
  ['S2:O3', 2, 3],
  ['Sezon 1, odcinek 2', 1, 2],
  ['Sezon IV, odcinek 2', 4, 2],
  ['S1: afl. 6', 1, 6],
  ['S1 A1', 1, 1],
  ['Seizoen 3 Aflevering 4', 3, 4],
  // English
  ['Season 1, Ep. 4', 1, 4],
  ['Season 1 Episode 2', 1, 2],
  ['Series 2: 3. Title', 2, 3, 'Title'],
  ['Series 2: Episode 3', 2, 3],
  ['Series 1 Ep 3', 1, 3],
  ['Show, Season 1 Episode 2, The Title', 1, 2, 'The Title', 'Show'],
  ['E12 - Title', undefined, 12, 'Title'],
  ['Episode 2 of 6', undefined, 2],
  ['Season 2', 2],
  ['The Show – S1:E2 – "Home"', 1, 2, 'Home', 'The Show'],
  ['The 4400 S1 E2', 1, 2, undefined, 'The 4400'],
  // Spanish, Portuguese, French, Italian
  ['T1 Ep.2:', 1, 2],
  ['T1 E2 "El título"', 1, 2, 'El título'],
  ['Temporada 1, episodio 2', 1, 2],
  ['Temporada 2 · Capítulo 3', 2, 3],
  ['Saison 1, épisode 2', 1, 2],
  ['Saison 1 : Épisode 12', 1, 12],
  ['Stagione 2 Ep. 5', 2, 5],
  // Finnish, Norwegian, Swedish, Danish
  ['K1, J2', 1, 2],
  ['Kausi 3', 3],
  ['Kausi 3, jakso 4', 3, 4],
  ['S2 / 7. Title', 2, 7, 'Title'],
  ['7. Title', undefined, 7, 'Title'],
  ['/sesong-1/episode-2', 1, 2],
  ['sasong-1/avsnitt-2', 1, 2],
  ['Säsong 2 Avsnitt 5', 2, 5],
  ['Sæson 1, afsnit 2', 1, 2],
  // Turkish, Hungarian, Russian, Greek, Czech, Arabic, Thai
  ['2. Sezon 3. Bölüm', 2, 3],
  ['3. Bölüm', undefined, 3],
  ['1. évad 2. rész', 1, 2],
  ['Сезон 1 Серия 2', 1, 2],
  ['1 сезон 2 серия', 1, 2],
  ['Κύκλος 1 Επεισόδιο 2', 1, 2],
  ['Sezóna 1, díl 2', 1, 2],
  ['الموسم ١ الحلقة ٢', 1, 2],
  ['ตอนที่ 5', undefined, 5],
  // Japanese, Chinese, Korean
  ['第12話', undefined, 12],
  ['第十二集', undefined, 12],
  ['第3期', 3],
  ['シーズン二 第3話', 2, 3],
  ['第2期 第3話 題名', 2, 3, '題名'],
  ['第二季 第二十三集', 2, 23],
  ['第1話「はじまり」', undefined, 1, 'はじまり'],
  ['シーズン1 エピソード2', 1, 2],
  ['第１２話', undefined, 12],
  ['1화', undefined, 1],
  ['시즌 1 2화', 1, 2],
];

describe('a label with numbers', () => {
  it.each(rows.map((row) => [row[0], row] as const))('%s', (label, [, season, episode, title, series]) => {
    expect(parseSeasonEpisode(label)).toEqual(
      Object.fromEntries(
        Object.entries({ season, episode, title, series }).filter(([, value]) => value !== undefined),
      ),
    );
  });
});

describe('a text that is the label of an episode and nothing else', () => {
  it.each([
    ['5', { episode: 5 }],
    ['Ukjent 5', { episode: 5 }],
    ['Ukjent 2, nummer 3', { season: 2, episode: 3 }],
    ['Ukjent 2, nummer 3: Hjem', { season: 2, episode: 3, title: 'Hjem' }],
    ['3 of 8', { episode: 3 }],
    ['#3', { episode: 3 }],
    ['Part 2', { episode: 2 }],
    ['第5期', { episode: 5 }],
    ['第2期 第3話', { season: 2, episode: 3 }],
    ['2019', undefined],
    ['The 5 Keys', undefined],
  ])('%s', (label, expected) => {
    expect(parseSeasonEpisode(label, true)).toEqual(expected);
  });
});

describe('a label without numbers of an episode', () => {
  it.each([
    '',
    'The Film',
    '23.10.2020',
    '2020-10-23',
    'Sendung vom 23. Oktober 2020',
    'October 23, 2020',
    '2020年10月23日',
    '12 Monkeys',
    '2001',
    'Blade Runner 2049',
    'Se7en',
    'U-571',
    '#',
    'Apollo 13',
    'Shrek 2',
    '24',
    '300',
    'District 9',
    'Shrek 2 | The Site',
    'Ukjent 2, nummer 3',
  ])('%j', (label) => {
    expect(parseSeasonEpisode(label)).toBeUndefined();
  });
});

describe('the name of a file', () => {
  it.each([
    ['[Group] Show 2 - 06 [1080p].mkv', undefined, 6, undefined, 'Show 2'],
    ['[Group] Show 100 S2 - 07v2 (1080p)', 2, 7, undefined, 'Show 100'],
    ['[Group]_Show_2nd_Season_-_03_[BF735BC4].mkv', 2, 3, undefined, 'Show'],
    ['Show.Name.S01E02.The.Long.Name.1080p.WEB-DL.mkv', 1, 2, 'The Long Name', 'Show Name'],
    ['Show Name - S01E02.mkv', 1, 2, undefined, 'Show Name'],
    ['Show.E195.Home.German.1080p', undefined, 195, 'Home German', 'Show'],
    ['show_2008.5x02.home.mkv', 5, 2, 'home', 'show 2008'],
  ])('%s', (label, season, episode, title, series) => {
    expect(parseSeasonEpisode(label)).toEqual(
      Object.fromEntries(
        Object.entries({ season, episode, title, series }).filter(([, value]) => value !== undefined),
      ),
    );
  });
});

describe('a number that is not the one of the episode', () => {
  it.each([
    // Several, or a fraction
    'Saison 1 à 3',
    'Stagione 1 e 2',
    'Show S01E01E02',
    'Show - [02x01x02] - Title',
    'Show S1 E1/E2',
    '[Group] Show - 01 - 12 [1080p]',
    'Bölüm 3 ve 4',
    '7,5. Bölüm',
    'Show S01 EP #1.2.mkv',
    // A video about the episode
    'Film: U.S. Trailer #1',
    'Trailer: Folge 3',
    '7. Bölüm 2. Fragmanı',
    'Show S2E3 – Home – Trailer',
    'Show S2E3 Home (Preview)',
    'Show Season 2 Episode 3 Sneak Peek',
    'Show S2E3 Highlights',
    '【预告】第3集',
    // An episode that nobody can watch yet
    'Episode 8 airs 12 March',
    'Folge 3 in 5 Tagen verfügbar',
    // A number of something else
    'The 100th Episode',
    'OVA 第1話',
    'Show Special Episode 2',
    'Part 2, Episode 7',
    'Book Two, Chapter 7',
    'P2:E7',
    'Film Title-f01-Series Title',
    'series.2009.416.hdtv',
    'Show Series 00 [1080p]',
  ])('%s', (label) => {
    const { season, episode } = parseSeasonEpisode(label) ?? {};
    expect([season, episode]).toEqual([undefined, undefined]);
  });

  it.each([
    ['Clip Show S1E2', 1, 2],
    ['Show S1E2 – Clip Show', 1, 2],
    ['S2 E7 – Coming Home', 2, 7],
    ['Staffel 1 E 2', 1, 2],
    ['7-я серия 4-го сезона', 4, 7],
    ['Special S00E02', 0, 2],
    ['Show Part 2 Episode 7', undefined, 7],
  ])('but the one of %s is', (label, season, episode) => {
    expect(parseSeasonEpisode(label)).toMatchObject({ season, episode });
  });

  it('leaves no sign of brackets and no "Full" in the names beside it', () => {
    expect(parseSeasonEpisode('Show（第二季）')).toEqual({ season: 2, series: 'Show' });
    expect(parseSeasonEpisode('Show: Full Episode 80')).toEqual({ episode: 80, series: 'Show' });
  });
});

describe('any label', () => {
  const shapes: readonly ((season: number, episode: number) => string)[] = [
    (s, e) => `S${s}:E${e}`,
    (s, e) => `S${s} E${e}`,
    (s, e) => `${s}x${e}`,
    (s, e) => `Season ${s}, Ep. ${e}`,
    (s, e) => `Staffel ${s}, Folge ${e}`,
    (s, e) => `Saison ${s}, épisode ${e}`,
    (s, e) => `T${s} Ep.${e}:`,
    (s, e) => `第${s}期 第${e}話`,
    (s, e) => `${s}. Sezon ${e}. Bölüm`,
  ];
  const season = fc.integer({ min: 0, max: 99 });
  const episode = fc.integer({ min: 1, max: 1999 });

  it('gives back the numbers it was made of, whatever the shape', () => {
    fc.assert(
      fc.property(fc.constantFrom(...shapes), season, episode, (shape, s, e) => {
        expect(parseSeasonEpisode(shape(s, e))).toMatchObject({ season: s, episode: e });
      }),
    );
  });

  it('keeps the title that follows', () => {
    const title = fc.stringMatching(/^[A-Z][a-z]{2,12}( [A-Z][a-z]{2,12}){0,3}$/);
    fc.assert(
      fc.property(season, episode, title, (s, e, name) => {
        expect(parseSeasonEpisode(`S${s}:E${e} – ${name}`)?.title).toBe(name);
      }),
    );
  });

  it('never throws, never invents a fraction or a negative number, and is quick', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 2_000 }), (text) => {
        const found = parseSeasonEpisode(text);
        for (const number of [found?.season, found?.episode])
          if (number !== undefined) expect(Number.isInteger(number) && number >= 0).toBe(true);
      }),
    );
    const start = threadTime();
    for (const hostile of [
      'S1'.repeat(5_000),
      ' '.repeat(10_000),
      '1. '.repeat(5_000),
      'Season '.repeat(2_000),
      '第'.repeat(9_000),
      '12/'.repeat(4_000),
    ])
      parseSeasonEpisode(hostile);
    expect(threadTime() - start).toBeLessThan(500);
  });
});
