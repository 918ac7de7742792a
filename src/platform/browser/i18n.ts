import { browser } from './browser';

/** The text of a key in the person's language; the key itself when it is missing, so that a gap is seen and not empty. */
export function text(key: string, ...values: readonly (string | number)[]): string {
  // In Arabic a name such as "Disney+" would otherwise lose its sign to the words around it; invisible marks keep it together.
  const isolated = (value: string | number) =>
    direction() === 'rtl' ? `\u2068${value}\u2069` : String(value);
  return browser.i18n.getMessage(key, values.map(isolated)) || key;
}

/** BCP 47 tag of the language that is shown, for Intl and the `lang` attribute. */
export function language(): string {
  return browser.i18n.getUILanguage();
}

/** `rtl` where the language is written from right to left. */
export function direction(): 'ltr' | 'rtl' {
  return browser.i18n.getMessage('@@bidi_dir') === 'rtl' ? 'rtl' : 'ltr';
}
