import { describe, expect, test } from 'vitest';
import { confidenceBar, judge } from '../../../src/core/matching/judge';
import type { Item } from '../../../src/core/media/item';
import type { Media } from '../../../src/core/media/media';
import { plainTitle } from '../../../src/core/text/normalize-title';
import { defined } from '../../../src/core/values/defined';

const confidenceOf = (item: Item, media: Media, duration?: number) =>
  judge({ item, ...defined({ duration }) }, [media])[0]?.confidence ?? 0;

const film = (title: string, year?: number): Item => ({
  type: 'movie',
  title,
  ...defined({ year }),
});
const found = (title: string, year?: number, runtime?: number): Media => ({
  type: 'movie',
  tmdbId: 1,
  title,
  ...defined({ year, runtime }),
});

describe('a film is sent without asking', () => {
  test.each<readonly [string, Item, Media]>([
    ['the same words', film('Sintel'), found('Sintel')],
    ['diacritics', film('Amelie'), found('Amélie')],
    ['letters that stand for two', film('Die Strasse'), found('Die Straße')],
    ['an article in front', film('The General'), found('General')],
    ['an article of another language', film('Der General'), found('The General')],
    ['signs between the words', film('WALL·E'), found('WALL-E')],
    ['a hyphen or none', film('Spider-Man'), found('Spiderman')],
    ['an ampersand', film('Fast & Furious'), found('Fast and Furious')],
    ['an apostrophe', film('Ocean’s Eleven'), found('Oceans Eleven')],
    ['a roman number', film('Rocky II'), found('Rocky 2')],
    ['full-width letters', film('ＡＫＩＲＡ'), found('Akira')],
    ['vowel points of Arabic', film('كِتَاب'), found('كتاب')],
    ['another script, where year and runtime agree', film('Тень', 1994), found('The Shadow', 1994, 5_400)],
    [
      'a name that the work is also known by',
      film('Haus des Geldes'),
      { ...found('La casa de papel', 2017, 5_400), titles: [{ title: 'Haus des Geldes', language: 'de' }] },
    ],
    ['a broadcast, 4 % faster', film('Dune'), found('Dune', 1984, 5_625)],
    ['the year before', film('Dune', 2020), found('Dune', 2021)],
    ['the year after', film('Dune', 2022), found('Dune', 2021)],
    ['a spelling of one letter, in the same year', film('Gray Gardens', 1975), found('Grey Gardens', 1975)],
    ['an id that the page states itself', { ...film('Anything'), ids: { tmdb: 1 } }, found('Something else')],
  ])('%s', (_name, item, media) =>
    expect(confidenceOf(item, media, 5_400)).toBeGreaterThanOrEqual(confidenceBar),
  );
});

describe('a film is held for review', () => {
  test.each<readonly [string, Item, Media]>([
    ['another film', film('Sintel'), found('Metropolis')],
    ['another script', film('Тень'), found('The Shadow')],
    ['another script, where only the year agrees', film('Тень', 1994), found('The Shadow', 1994)],
    ['another script, where only the runtime agrees', film('Тень'), found('The Shadow', 1994, 888)],
    [
      'another script, with another name known in it',
      film('ゴッドファーザー', 2008),
      { ...found('The Dark Knight', 2008, 888), titles: [{ title: 'ダークナイト', language: 'ja' }] },
    ],
    ['a sequel by number', film('Rocky'), found('Rocky 2')],
    ['the film before the sequel', film('Rocky III'), found('Rocky II')],
    ['a number in another script', film('Брат 2'), found('Brother')],
    ['one letter more', film('Alien'), found('Aliens')],
    ['one letter more, short', film('Her'), found('Hero')],
    ['only the first part of the title', film('Dune'), found('Dune: Part One')],
    ['two years apart', film('Suspiria', 1977), found('Suspiria', 1979)],
    ['a remake', film('Suspiria', 2018), found('Suspiria', 1977)],
    ['a clip of the film', film('Sintel'), found('Sintel', 2010, 888 * 6)],
    ['a series', { type: 'episode', seriesTitle: 'Sintel', episodeNumber: 1 }, found('Sintel')],
    ['another id than the page states', { ...film('Sintel'), ids: { tmdb: 2 } }, found('Sintel')],
    ['voicing of kana', film('カキ'), found('ガギ')],
    ['vowels of Devanagari', film('दिल'), found('दल')],
  ])('%s', (_name, item, media) => expect(confidenceOf(item, media, 888)).toBeLessThan(confidenceBar));
});

describe('an episode', () => {
  const page = (more: Partial<Item>): Item => ({ type: 'episode', seriesTitle: 'Dark', ...more });
  const media = (more: Partial<Media>): Media => ({
    type: 'episode',
    tmdbId: 1,
    seriesTitle: 'Dark',
    seasonNumber: 2,
    episodeNumber: 3,
    title: 'Ghosts',
    ...more,
  });
  test.each<readonly [string, boolean, Item, Media]>([
    ['the same numbers', true, page({ seasonNumber: 2, episodeNumber: 3 }), media({})],
    ['another episode', false, page({ seasonNumber: 2, episodeNumber: 4 }), media({})],
    ['another season', false, page({ seasonNumber: 1, episodeNumber: 3 }), media({})],
    [
      'counted through all seasons, with the same name',
      true,
      page({ episodeNumber: 13, episodeTitle: 'Ghosts' }),
      media({}),
    ],
    [
      'counted through all seasons, with another name',
      false,
      page({ episodeNumber: 13, episodeTitle: 'The Travelers' }),
      media({}),
    ],
    ['counted through all seasons, without a name', true, page({ episodeNumber: 13 }), media({})],
    ['by its name alone', true, page({ episodeTitle: 'Ghosts' }), media({})],
    [
      'a later year than the series began',
      true,
      page({ seasonNumber: 2, episodeNumber: 3, year: 2019 }),
      media({ year: 2017 }),
    ],
    [
      'a series that began later',
      false,
      page({ seasonNumber: 2, episodeNumber: 3, year: 1978 }),
      media({ year: 2003 }),
    ],
    [
      'another series',
      false,
      page({ seriesTitle: 'Dark Matter', seasonNumber: 2, episodeNumber: 3 }),
      media({}),
    ],
  ])('%s: sent without asking is %s', (_name, sure, item, one) =>
    expect(confidenceOf(item, one) >= confidenceBar).toBe(sure),
  );
});

test.each([
  ['The Good, the Bad & the Ugly', 'good the bad and the ugly'],
  ['  Star Wars: Episode IV – A New Hope ', 'star wars episode 4 a new hope'],
  ['鬼滅の刃', '鬼滅の刃'],
  ['ガンダム', 'ガンダム'],
  ['', ''],
])('%s is compared as "%s"', (title, plain) => expect(plainTitle(title)).toBe(plain));
