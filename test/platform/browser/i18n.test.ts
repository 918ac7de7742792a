import { afterAll, describe, expect, test } from 'vitest';
import { browser } from '../../../src/platform/browser/browser';
import { direction, language, text } from '../../../src/platform/browser/i18n';

/** A browser in one language, which shows the texts of another where `texts` has no translation. */
function speak(ui: string, texts: string): void {
  Object.assign(browser, {
    i18n: {
      getMessage: (key: string, values: readonly string[] = []) =>
        // Chromium and Firefox tell with `@@bidi_dir` how their own interface is written.
        ({
          language_tag: texts,
          greeting: `<${values.join()}>`,
          '@@bidi_dir': /^(ar|he)/.test(ui) ? 'rtl' : 'ltr',
        })[key] ?? '',
      getUILanguage: () => ui,
    },
  });
}
afterAll(() => void Reflect.deleteProperty(browser, 'i18n'));

describe('the language of the texts', () => {
  test.each([
    { ui: 'en-GB', texts: 'en', expected: 'en-GB', why: 'the region decides about dates' },
    { ui: 'pt-BR', texts: 'pt-BR', expected: 'pt-BR', why: 'both are the same' },
    { ui: 'he', texts: 'en', expected: 'en', why: 'there is no Hebrew translation' },
  ])('$ui with texts in $texts formats as $expected, since $why', ({ ui, texts, expected }) => {
    speak(ui, texts);
    expect(language()).toBe(expected);
  });

  test.each([
    { ui: 'ar', texts: 'ar', expected: 'rtl' },
    { ui: 'he', texts: 'en', expected: 'ltr' },
    { ui: 'en-US', texts: 'ar', expected: 'rtl' },
    { ui: 'ja', texts: 'ja', expected: 'ltr' },
  ])('$ui with texts in $texts is written $expected', ({ ui, texts, expected }) => {
    speak(ui, texts);
    expect(direction()).toBe(expected);
  });

  test('a value in Arabic text is isolated, and in English text as it is', () => {
    speak('ar', 'ar');
    expect(text('greeting', 'Disney+')).toBe('<\u2068Disney+\u2069>');
    speak('en', 'en');
    expect(text('greeting', 'Disney+')).toBe('<Disney+>');
  });
});
