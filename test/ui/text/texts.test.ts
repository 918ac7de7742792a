import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const folder = new URL('../../../public/_locales/', import.meta.url);
const languages = readdirSync(folder).filter((language) => language !== 'en');
const english = messagesOf('en');

describe.each(languages)('the texts in %s', (language) => {
  const messages = messagesOf(language);

  test('are translated: none of more than two words equals the English one', () => {
    const left = Object.entries(messages).filter(
      ([key, message]) => message === english[key] && wordsIn(message) > 2,
    );
    expect(left).toEqual([]);
  });

  test('of one or two words equal the English ones only where the language uses the same word', () => {
    const same = Object.entries(messages).filter(
      ([key, message]) => message === english[key] && wordsIn(message) > 0,
    );
    // Names, units and words such as "Status" or "Backup" are the same; untranslated texts would be far more.
    expect(
      same.map(([key]) => key).length,
      same.map(([key, message]) => `${key}: ${message}`).join('\n'),
    ).toBeLessThan(Object.keys(english).length * 0.05);
  });
});

test.each([
  ['ar', /\p{Script=Arabic}/u],
  ['ja', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u],
])('the texts in %s are written in its own script', (language, own) => {
  const foreign = Object.entries(messagesOf(language)).filter(
    ([key, message]) => !own.test(message) && wordsIn(message) > 0 && message !== english[key],
  );
  expect(foreign.filter(([key]) => key !== 'language_tag')).toEqual([]);
});

function messagesOf(language: string): Readonly<Record<string, string>> {
  const entries = JSON.parse(readFileSync(new URL(`${language}/messages.json`, folder), 'utf8')) as Record<
    string,
    { readonly message: string }
  >;
  return Object.fromEntries(Object.entries(entries).map(([key, { message }]) => [key, message]));
}

/** Number of words, without placeholders, addresses and product names. */
function wordsIn(message: string): number {
  return (
    message
      .replaceAll(/\$\d|https?:\S+|\b(?:Matinee|JSON|CSV|TMDB|IMDb|QR|MIT|CSS|URL|Regex)\b/g, '')
      .match(/\p{L}{2,}/gu)?.length ?? 0
  );
}
