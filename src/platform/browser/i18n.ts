import { browser } from './browser';

/** The text of a key in the user's language, or the key itself when there is none. */
export function text(key: string, ...values: readonly (string | number)[]): string {
  // FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE: in right-to-left text, the sign of "Disney+" would
  // otherwise be shown on the wrong side of the name.
  const isolated = (value: string | number) =>
    direction() === 'rtl' ? `\u2068${value}\u2069` : String(value);
  return browser.i18n.getMessage(key, values.map(isolated)) || key;
}

/** BCP 47 tag of the language of the texts, for Intl and the `lang` attribute. */
export function language(): string {
  return browser.i18n.getUILanguage();
}

/** `rtl` where the language is written from right to left. */
export function direction(): 'ltr' | 'rtl' {
  return browser.i18n.getMessage('@@bidi_dir') === 'rtl' ? 'rtl' : 'ltr';
}
