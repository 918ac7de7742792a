import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createBuiltInCatalogue } from '../../src/service/catalogue/built-in/create-catalogue';
import { titleScore } from '../../src/service/catalogue/compare-titles';
import films from '../../src/service/catalogue/films.json' with { type: 'json' };
import series from '../../src/service/catalogue/series.json' with { type: 'json' };

/** Of the extension's interface. */
const languages = readdirSync(new URL('../../public/_locales', import.meta.url)).map((name) =>
  name.replace('_', '-'),
);
const scripts: Readonly<Partial<Record<string, RegExp>>> = {
  ar: /\p{Script=Arabic}/u,
  ja: /[\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Han}]/u,
  ko: /\p{Script=Hangul}/u,
  uk: /\p{Script=Cyrillic}/u,
};

describe('the built-in catalogue', () => {
  test('names each id once', () => {
    for (const list of [films, series]) {
      expect(new Set(list.map(({ tmdbId }) => tmdbId)).size).toBe(list.length);
      expect(new Set(list.map(({ imdbId }) => imdbId)).size).toBe(list.length);
    }
  });

  test('knows the film of the demonstration by its true ids', () => {
    expect(films.find(({ title }) => title === 'Big Buck Bunny')).toMatchObject({
      tmdbId: 10378,
      imdbId: 'tt1254207',
      year: 2008,
    });
  });

  test.each(languages)(
    'knows the name of every film and series in %s, finds it by that, and names it so',
    async (language) => {
      const catalogue = createBuiltInCatalogue();
      for (const work of [...films, ...series]) {
        const names: Readonly<Partial<Record<string, string>>> = { en: work.title, ...work.names };
        const name = names[language] ?? '';
        expect(name, `${work.title} in ${language}`).toMatch(scripts[language] ?? /./);
        const found = await catalogue.resolve(
          'seasons' in work
            ? { type: 'episode', seriesTitle: name, seasonNumber: 1, episodeNumber: 1, language }
            : { type: 'movie', title: name, year: work.year, language },
        );
        expect(found[0], name).toMatchObject({ tmdbId: work.tmdbId, title: name });
      }
    },
  );

  test('has its seasons without a gap', () => {
    for (const { title, seasons } of series) {
      const numbers = Object.keys(seasons).map(Number);
      expect(numbers, title).toEqual(numbers.map((_, index) => index + 1));
    }
  });
});

describe('titles', () => {
  test.each([
    ['Amélie', 'AMELIE', 1],
    ['Fast & Furious', 'fast and furious', 1],
    ['The Office', 'Office', 1],
    ['進撃の巨人', '進撃の巨人', 1],
    ['Sintel', 'Sherlock', 0],
    ['???', '!!!', 0],
    ['', 'Sintel', 0],
  ])('%s and %s: %d', (asked, known, score) => {
    expect(titleScore(asked, known)).toBe(score);
  });

  test('that begin the same are near, not equal', () => {
    expect(titleScore('big buck', 'Big Buck Bunny')).toBeGreaterThan(0);
    expect(titleScore('big buck', 'Big Buck Bunny')).toBeLessThan(1);
  });
});
