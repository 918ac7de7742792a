import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import glossary from '../../../docs/glossary.json' with { type: 'json' };

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

describe.each(languages)('the words in %s', (language) => {
  const words: Readonly<Record<string, GlossaryEntry>> = glossary[language as keyof typeof glossary];
  const messages = Object.entries(messagesOf(language)).map(
    ([key, message]) => [key, plain(message)] as const,
  );

  test.each(Object.entries(words))('for “%s” is the one of the glossary', (meaning, { word, not }) => {
    const about = new RegExp(`\\b${meaning}s?\\b`, 'i');
    const concerned = messages.filter(([key]) => about.test(english[key] ?? ''));
    expect(concerned.length).toBeGreaterThan(5);
    expect(concerned.filter(([, message]) => !message.includes(plain(word)))).toEqual([]);
    expect(messages.filter(([, message]) => not.some((other) => message.includes(plain(other))))).toEqual([]);
  });
});

interface GlossaryEntry {
  /** The word, or the part that all its forms share. */
  readonly word: string;
  readonly not: readonly string[];
}

/** In small letters and without the vowel signs of Arabic. */
function plain(message: string): string {
  return message.toLowerCase().replaceAll(/[\u064B-\u0652]/g, '');
}

test.each([
  ['ar', /\p{Script=Arabic}/u],
  ['ja', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['ko', /\p{Script=Hangul}/u],
  ['uk', /\p{Script=Cyrillic}/u],
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

/** Number of words, without placeholders, addresses, product names and the categories of plural forms. */
function wordsIn(message: string): number {
  return (
    message
      .replaceAll(/\b(?:zero|one|two|few|many|other): /g, '')
      .replaceAll(/\$\d|https?:\S+|\b(?:Matinee|JSON|CSV|TMDB|IMDb|QR|MIT|CSS|URL|Regex)\b/g, '')
      .match(/\p{L}{2,}/gu)?.length ?? 0
  );
}
