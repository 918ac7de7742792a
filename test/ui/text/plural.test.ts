import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { browser } from '../../../src/platform/browser/browser';
import { plural } from '../../../src/ui/text/plural';
import trackerTexts from '../../../src/service/texts/en.json' with { type: 'json' };

const folder = new URL('../../../public/_locales/', import.meta.url);
const languages = readdirSync(folder);
const messagesOf = (language: string) =>
  JSON.parse(readFileSync(new URL(`${language}/messages.json`, folder), 'utf8')) as Record<
    string,
    { readonly message: string }
  >;
const isPlural = (message: string) => /^(?:zero|one|two|few|many|other): /.test(message);
const pluralKeys = Object.entries(messagesOf('en')).flatMap(([key, { message }]) =>
  isPlural(message) ? key : [],
);

/** Shows the texts of a language, as the browser would. */
function speak(language: string): void {
  const messages = messagesOf(language);
  Object.assign(browser, {
    i18n: {
      getMessage: (key: string, values: readonly string[] = []) =>
        (messages[key]?.message ?? '').replaceAll(/\$(\d)/g, (_, index) => values[Number(index) - 1] ?? ''),
      getUILanguage: () => language.replace('_', '-'),
    },
  });
}

afterEach(() => {
  Reflect.deleteProperty(browser, 'i18n');
});

test.each([
  ['en', 1, 'Turn on 1 site'],
  ['en', 3, 'Turn on 3 sites'],
  ['pl', 1, 'Włącz 1 witrynę'],
  ['pl', 3, 'Włącz 3 witryny'],
  ['pl', 5, 'Włącz 5 witryn'],
  ['ja', 3, '3 件のサイトをオンにする'],
  ['cs', 2, 'Zapnout 2 weby'],
  ['uk', 5, 'Увімкнути 5 сайтів'],
])('in %s, %i sites are “%s”', (language, count, shown) => {
  speak(language);
  expect(plural('sites_turn_on', count)).toBe(shown);
});

describe.each(languages)('in %s', (language) => {
  const tag = language.replace('_', '-');
  const rules = new Intl.PluralRules(tag);
  const needed = new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)));

  test.each(pluralKeys)('%s has a form for each category that whole numbers have', (key) => {
    const forms = (messagesOf(language)[key]?.message ?? '').split(' | ').map((form) => form.split(': ')[0]);
    expect(new Set(forms)).toEqual(new Set([...needed, 'other']));
  });
});

// A number that never changes: the lengths that names and passwords may have.
const fixed = new Set(['at_least_characters', 'choose_password', 'choose_name']);

test('an English text with a number before things has plural forms', () => {
  const texts = Object.entries(messagesOf('en')).map(([key, { message }]) => [key, message] as const);
  const left = [...texts, ...Object.entries(trackerTexts)].filter(
    ([key, message]) =>
      !isPlural(message) && !fixed.has(key) && /\$\d (?!of |asks )(?:[a-z]+ ){0,2}[a-z]+s\b/.test(message),
  );
  expect(left).toEqual([]);
});
