import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import glossary from '../../../docs/glossary.json' with { type: 'json' };
import { acceptedLanguage, LANGUAGES, TEXTS, wordsIn } from '../../../src/service/texts/words';

const english: Readonly<Record<string, string>> = TEXTS.en;
const translated = LANGUAGES.filter((language) => language !== 'en');

test('the languages are those of the extension', () => {
  const folders = readdirSync(new URL('../../../public/_locales', import.meta.url));
  expect(LANGUAGES.map((language) => language.replace('-', '_')).toSorted()).toEqual(folders.toSorted());
});

describe.each(translated)('the texts in %s', (language) => {
  const texts: Readonly<Record<string, string>> = TEXTS[language];
  const entries = Object.entries(texts);

  test('are all there, with the same values in them', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(english));
    for (const [key, text] of entries) expect(valuesIn(text), key).toEqual(valuesIn(english[key] ?? ''));
  });

  test('are translated: none of more than two words equals the English one', () => {
    const left = entries.filter(([key, text]) => text === english[key] && text.split(/\s+/).length > 2);
    expect(left).toEqual([]);
    expect(entries.filter(([key, text]) => text === english[key]).length).toBeLessThan(entries.length * 0.08);
  });

  test('have each form that the plurals of the language need', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    for (const [key, text] of entries.filter(([, one]) => /(?:^|\| )other: /.test(one))) {
      const forms = text.split(' | ').map((form) => form.split(': ')[0] ?? '');
      expect(forms.toSorted(), key).toEqual(pluralCategories.toSorted());
    }
  });

  test.each(wordsOf(language))('“%s” is the word of the glossary', (meaning, { word, not }) => {
    const about = new RegExp(`\\b${meaning}s?\\b`, 'i');
    const concerned = entries.filter(([key]) => about.test(english[key] ?? ''));
    expect(concerned.filter(([, text]) => !plain(text).includes(plain(word)))).toEqual([]);
    expect(entries.filter(([, text]) => not.some((other) => plain(text).includes(plain(other))))).toEqual([]);
  });
});

test.each([['drop', 'drop_title']])(
  'in each language the name of a button has what it shows (WCAG 2.5.3): %s in %s',
  (shown, name) => {
    const hasNot = LANGUAGES.filter((language) => {
      const texts: Readonly<Record<string, string>> = TEXTS[language];
      const label = texts[shown]?.toLowerCase() ?? '';
      return !texts[name]?.toLowerCase().includes(label);
    });
    expect(hasNot).toEqual([]);
  },
);

test('every text is used by a page, or by an answer of the API', () => {
  const folder = fileURLToPath(new URL('../../../src/service/', import.meta.url));
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
  const unused = Object.keys(english).filter(
    (key) => !pages.includes(`'${key}'`) && !key.startsWith('view_') && key !== 'language_name',
  );
  expect(unused).toEqual([]);
});

test.each([
  ['de-AT,de;q=0.9,en;q=0.5', 'de'],
  ['fi,pt-PT;q=0.3,nl;q=0.4', 'nl'],
  ['ko-KR,ko;q=0.9,en;q=0.5', 'ko'],
  ['pt', 'pt-BR'],
  ['ar-EG', 'ar'],
  ['*', 'en'],
  ['de;q=0,fr;q=x,en', 'en'],
  ['', 'en'],
])('a browser that asks for %j gets %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});

test('numbers, plurals and times are those of the language and the zone', () => {
  const german = wordsIn('de', 'Europe/Berlin');
  expect(german.plural('removed_count', 1234)).toBe('1.234 Einträge entfernt.');
  expect(german.format.time(Date.UTC(2026, 0, 15, 23, 30))).toBe('16.01.2026, 00:30');
  expect(wordsIn('pl', 'UTC').plural('titles_count', 3)).toBe('3 tytuły');
  expect(wordsIn('ar', 'UTC').direction).toBe('rtl');
  expect(wordsIn('en', 'UTC').format.length(7500)).toBe('2 hr 5 min');
});

function wordsOf(language: string) {
  const words = glossary[language.replace('-', '_') as keyof typeof glossary];
  return Object.entries(words).map(([meaning, entry]) => [meaning, entry] as const);
}

/** In small letters and without the vowel signs of Arabic. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[\u064B-\u0652]/g, '');
}

function valuesIn(text: string): string[] {
  return [...new Set(text.match(/\$\d/g))].toSorted();
}
