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

describe('the length of a film', () => {
  const known = { ...found('Avengers: Infinity War', 2018, 149 * 60), popularity: 92 };
  const obscure = { ...found('Avengers: Infinity War', 2006, 148 * 60), tmdbId: 2, popularity: 1.2 };
  const item = film('Avengers: Infinity War');
  test.each([143.1, 144, 146, 147, 148, 150, 151, 152, 153.5])(
    'of %s minutes names the known film',
    (minutes) => {
      const [best] = judge({ item, duration: minutes * 60, names: true }, [obscure, known]);
      expect(best?.media.tmdbId).toBe(1);
      expect(best?.confidence).toBeGreaterThanOrEqual(confidenceBar);
    },
  );
  test('decides where it rules the known film out', () => {
    const [best] = judge({ item, duration: 148 * 60, names: true }, [
      obscure,
      { ...known, runtime: 90 * 60 },
    ]);
    expect(best).toMatchObject({ media: { tmdbId: 2 } });
    expect(best?.confidence).toBeGreaterThanOrEqual(confidenceBar);
  });
  test('is worth less the farther it is, without a step', () => {
    const at = (share: number) => confidenceOf(item, known, 149 * 60 * share);
    const shares = Array.from({ length: 120 }, (_, index) => 1 + index / 1000);
    for (const share of shares.slice(1)) {
      expect(at(share)).toBeLessThanOrEqual(at(share - 0.001) + 1e-9);
      expect(at(share - 0.001) - at(share)).toBeLessThan(0.06);
    }
  });
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
    [
      'a clip of the film, on a page that states its id',
      { ...film('Sintel'), ids: { tmdb: 1 } },
      found('Sintel', 2010, 888 * 6),
    ],
    [
      'a clip of the film, on a page that states its IMDb id',
      { ...film('Sintel'), ids: { imdb: 'tt1727587' } },
      found('Sintel', 2010, 888 * 6),
    ],
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
    ['no season, and the tracker states no lengths', false, page({ episodeNumber: 3 }), media({})],
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

test.each([
  ['nb', 'no'],
  ['nn-NO', 'no'],
  ['no', 'nb'],
  ['no-NO', 'nn'],
  ['zh-Hant-HK', 'cn'],
  ['de_AT', 'de'],
])('a page in %s knows a name in %s: it is one language', (page, known) => {
  const named = { ...found('Quién sabe'), titles: [{ title: 'Hemmeligheten', language: known }] };
  const evidence = (media: Media) =>
    judge({ item: { ...film('Hemmeligheten'), language: page } }, [media])[0]?.evidence;
  expect(evidence(named)).toEqual([{ kind: 'name', language: known }]);
  expect(evidence({ ...named, originalLanguage: known })).toContainEqual({ kind: 'language' });
});

test('the language of the very name is said where it is known', () => {
  const media = { ...found('Der Leuchtturm'), titles: [{ title: 'Der Leuchtturm', language: 'de' }] };
  const [best] = judge({ item: { ...film('Der Leuchtturm'), language: 'de-DE' } }, [media]);
  expect(best?.evidence).toEqual([{ kind: 'name', language: 'de' }]);
});

describe('a page that does not say its language', () => {
  const known = (more: Partial<Media>): Media => ({
    ...found('The Lighthouse', 1994, 5_400),
    originalTitle: 'The Lighthouse',
    originalLanguage: 'en',
    titles: [],
    ...more,
  });
  const kinds = (item: Item, media: Media) =>
    judge({ item, duration: 5_400 }, [media])[0]?.evidence.map(({ kind }) => kind);

  test('may be in another language than the one in which its title is known', () => {
    const turkish = known({ titles: [{ title: 'Deniz Feneri', language: 'tr' }] });
    expect(kinds(film('Deniz Feneri'), turkish)).toContain('name-elsewhere');
    expect(kinds({ ...film('Deniz Feneri'), language: 'tr' }, turkish)).toContain('name');
    expect(kinds(film('The Lighthouse'), turkish)).toContain('name');
  });

  test('is held where it states a name in a script of which other names are known', () => {
    const item = film('Маяк', 1994);
    expect(confidenceOf(item, known({}), 5_400)).toBeLessThan(confidenceBar);
    expect(kinds(item, known({}))).toContain('name-differs');
    // No Russian name is known.
    expect(kinds({ ...item, language: 'ru' }, known({}))).toContain('name-script');
  });

  test('is held where it names the episode otherwise than every known name', () => {
    const media: Media = {
      type: 'episode',
      tmdbId: 1,
      seriesTitle: 'Dark',
      seasonNumber: 1,
      episodeNumber: 1,
      titles: [],
      episodeTitles: [{ title: 'Secrets', language: 'en' }],
    };
    const item: Item = { type: 'episode', seriesTitle: 'Dark', seasonNumber: 1, episodeNumber: 1 };
    const named = { ...item, episodeTitle: 'Lies' };
    expect(kinds(named, media)).toContain('episode-differs');
    expect(kinds({ ...named, language: 'en' }, media)).toContain('episode-differs');
    expect(kinds({ ...named, language: 'de' }, media)).toContain('episode-unlike');
  });
});

describe('the season of an anime', () => {
  const seasons = [
    { number: 0, episodes: 4 },
    { number: 1, episodes: 25 },
    { number: 2, episodes: 12 },
    { number: 3, episodes: 22 },
  ];
  const media = (more: Partial<Media>): Media => ({
    type: 'episode',
    tmdbId: 1429,
    seriesTitle: 'Attack on Titan',
    titles: [{ title: '進撃の巨人', language: 'ja' }],
    seasons,
    runtime: 1_440,
    ...more,
  });
  const page = (more: Partial<Item>): Item => ({
    type: 'episode',
    seriesTitle: 'Attack on Titan',
    ...more,
  });
  const s2e2 = media({ seasonNumber: 2, episodeNumber: 2 });
  test.each<readonly [string, boolean, Item, Media]>([
    ['counted through all seasons', true, page({ episodeNumber: 27 }), { ...s2e2, originalLanguage: 'ja' }],
    ['counted through, where that is no custom', false, page({ episodeNumber: 27 }), s2e2],
    ['beyond the first season', false, page({ seasonNumber: 1, episodeNumber: 27 }), s2e2],
    ['counted on in its own season', true, page({ seasonNumber: 2, episodeNumber: 27 }), s2e2],
    ['no season, where several are as long', false, page({ episodeNumber: 2 }), s2e2],
    [
      'no season, where there is one beside the specials',
      true,
      page({ episodeNumber: 3 }),
      media({
        seasonNumber: 1,
        episodeNumber: 3,
        seasons: [
          { number: 0, episodes: 2 },
          { number: 1, episodes: 12 },
        ],
      }),
    ],
    ['counted to another episode', false, page({ episodeNumber: 28 }), s2e2],
    ['of another season that exists', false, page({ seasonNumber: 3, episodeNumber: 2 }), s2e2],
    [
      'of a later season, which is no counting on',
      false,
      page({ seasonNumber: 4, episodeNumber: 4 }),
      media({ seasonNumber: 1, episodeNumber: 4 }),
    ],
    [
      'in the title, which the tracker lists',
      true,
      page({ seriesTitle: 'Attack on Titan II', episodeNumber: 2 }),
      { ...s2e2, titles: [...(s2e2.titles ?? []), { title: 'Attack on Titan II', season: 2 }] },
    ],
    [
      'in the title, of another season',
      false,
      page({ seriesTitle: 'Attack on Titan III', episodeNumber: 2 }),
      { ...s2e2, titles: [...(s2e2.titles ?? []), { title: 'Attack on Titan III', season: 3 }] },
    ],
    [
      'in the title, which the tracker does not know',
      false,
      page({ seriesTitle: 'Attack on Titan II', episodeNumber: 2 }),
      s2e2,
    ],
    [
      'that is a series of its own in the tracker',
      true,
      page({ seasonNumber: 2, episodeNumber: 3 }),
      media({ seriesTitle: 'Attack on Titan 2', titles: [], seasons: [], seasonNumber: 1, episodeNumber: 3 }),
    ],
    [
      'of a series whose very name ends with a number',
      false,
      page({ seriesTitle: 'Lupin III', episodeNumber: 1 }),
      media({ seriesTitle: 'Lupin III', titles: [], seasonNumber: 3, episodeNumber: 1 }),
    ],
    [
      'of the specials',
      true,
      page({ seasonNumber: 0, episodeNumber: 1 }),
      media({ seasonNumber: 0, episodeNumber: 1 }),
    ],
  ])('%s: sent without asking is %s', (_name, sure, item, one) =>
    expect(confidenceOf(item, one, 1_440) >= confidenceBar).toBe(sure),
  );
});

test('a season in the title that is a part of a longer one: the places stay in the order of the tracker', () => {
  const place = (episodeNumber: number): Media => ({
    type: 'episode',
    tmdbId: 1,
    seriesTitle: 'Mononoke',
    titles: [{ title: 'Mononoke Season 2', season: 2 }],
    seasons: [{ number: 1, episodes: 24 }],
    seasonNumber: 1,
    episodeNumber,
  });
  const item: Item = { type: 'episode', seriesTitle: 'Mononoke Season 2', episodeNumber: 3 };
  const judged = judge({ item }, [place(15), place(3)]);
  expect(judged.map(({ media }) => media.episodeNumber)).toEqual([15, 3]);
  for (const { confidence } of judged) expect(confidence).toBeLessThan(confidenceBar);
});

describe('the name of an episode', () => {
  const item: Item = {
    type: 'episode',
    seriesTitle: 'One Piece',
    seasonNumber: 1,
    episodeNumber: 1,
    language: 'en',
  };
  const anime: Media = {
    type: 'episode',
    tmdbId: 37854,
    seriesTitle: 'One Piece',
    seasonNumber: 1,
    episodeNumber: 1,
    titles: [],
    episodeTitles: [{ title: "I'm Luffy! The Man Who's Gonna Be King of the Pirates!", language: 'en' }],
  };
  const liveAction: Media = {
    ...anime,
    tmdbId: 111110,
    episodeTitles: [{ title: 'Romance Dawn', language: 'en' }],
  };
  test('decides between two series of one name whose numbers agree', () => {
    const [best] = judge({ item: { ...item, episodeTitle: 'Romance Dawn' } }, [anime, liveAction]);
    expect(best).toMatchObject({ media: { tmdbId: 111110 }, ambiguous: false });
    expect(best?.confidence).toBeGreaterThan(0.9);
  });

  test('that differs in the language of the page holds the only candidate', () => {
    expect(confidenceOf({ ...item, episodeTitle: 'Romance Dawn' }, anime)).toBeLessThan(confidenceBar);
  });

  test('in another language than those that are known contradicts nothing', () => {
    const german: Item = { ...item, language: 'de', episodeTitle: 'Hier kommt Ruffy!' };
    expect(confidenceOf(german, { ...anime, runtime: 1_440 }, 1_440)).toBeGreaterThanOrEqual(confidenceBar);
  });

  test('that cannot be compared, without a number, holds an episode of the right series and length', () => {
    const open: Item = {
      type: 'episode',
      seriesTitle: 'One Piece',
      episodeTitle: 'Я Луффи!',
      language: 'en',
    };
    expect(confidenceOf(open, { ...anime, runtime: 1_440 }, 1_440)).toBeLessThan(confidenceBar);
  });

  test('that only repeats the number says nothing', () => {
    const numbered: Item = { ...item, episodeTitle: 'Episode 1' };
    expect(confidenceOf(numbered, { ...anime, runtime: 1_440 }, 1_440)).toBe(
      confidenceOf(item, { ...anime, runtime: 1_440 }, 1_440),
    );
  });

  test('without it, both are held as equally near', () => {
    expect(judge({ item }, [anime, liveAction])).toMatchObject([{ ambiguous: true }, { ambiguous: true }]);
  });
});

describe('a film that shares its name', () => {
  const dune = (tmdbId: number, year: number, minutes: number, popularity: number): Media => ({
    ...found('Dune', year, minutes * 60),
    tmdbId,
    popularity,
    titles: [],
  });
  const [first, second] = [dune(841, 1984, 137, 36), dune(438631, 2021, 155, 106)];
  const sent = (item: Item, minutes: number | undefined, ...candidates: Media[]) => {
    const [best] = judge({ item, ...defined({ duration: minutes && minutes * 60 }) }, candidates);
    return best !== undefined && best.confidence >= confidenceBar ? best.media.tmdbId : undefined;
  };
  test('is told by the length of the video', () => {
    expect(sent(film('Dune'), 137, second, first)).toBe(841);
    expect(sent(film('Dune'), 155, second, first)).toBe(438631);
  });
  test('is told by the year', () => expect(sent(film('Dune', 1984), undefined, second, first)).toBe(841));
  test('is held where nothing tells it', () => {
    expect(sent(film('Dune'), undefined, second, first)).toBeUndefined();
    expect(sent(film('Dune'), 12, second, first)).toBeUndefined();
  });
  test('is the far better known one where all else agrees', () => {
    const namesake = dune(9, 1958, 138, 0.4);
    expect(sent(film('Dune'), 137, namesake, first)).toBe(841);
    expect(sent(film('Dune'), undefined, namesake, first)).toBeUndefined();
    expect(sent(film('Dune'), 137, { ...namesake, popularity: 12 }, first)).toBeUndefined();
  });

  describe('and is as long as the other one but for the speed of broadcasts', () => {
    const [older, newer] = [dune(861, 1990, 113, 47.7), dune(64_635, 2012, 118, 48.7)];
    test.each([111, 111.5, 112, 112.5, 113, 113.5, 114, 116, 117, 118])(
      'is not sent in place of the other by a length of %s minutes',
      (minutes) => expect(sent(film('Dune'), minutes, older, newer)).toBeUndefined(),
    );
    test('is told by the year', () => {
      expect(sent(film('Dune', 1990), 113, older, newer)).toBe(861);
      expect(sent(film('Dune', 2012), 113, older, newer)).toBe(64_635);
    });
    test('is sent where it is far better known', () =>
      expect(sent(film('Dune'), 113, older, { ...newer, popularity: 0.6 })).toBe(861));
  });

  test('proves less, the more films bear its name: one of unknown length is held', () => {
    // A tracker that answers without further names.
    const others = [1926, 2002, 2016, 2025].map((year, index) => ({
      ...found('Moana', year, 6_420),
      tmdbId: index + 2,
    }));
    expect(sent(film('Moana'), 77, found('Moana', 2019), ...others)).toBeUndefined();
    // Without the others it would be sent: they are the reason, although none of them is as long.
    expect(
      judge({ item: film('Moana'), duration: 4_620 }, [found('Moana', 2019), ...others])[0],
    ).toMatchObject({ media: { tmdbId: 1 }, ambiguous: true });
    expect(sent(film('Moana'), 77, found('Moana', 2019))).toBe(1);
  });
});
