import { text, language } from '../../platform/browser/i18n';

/**
 * A text with a number, in the plural form that the number has in the language. The text holds all forms, by
 * the categories of Unicode CLDR: `one: Turn on $1 site | other: Turn on $1 sites`. `$1` is the number, in
 * the digits of the language; `others` are further numbers, from `$2`.
 */
export function plural(key: string, count: number, ...others: number[]): string {
  const forms = text(key, ...[count, ...others].map(wholeNumber)).split(' | ');
  const category = `${new Intl.PluralRules(text('language_tag')).select(count)}: `;
  const form = forms.find((one) => one.startsWith(category)) ?? forms.at(-1) ?? key;
  return form.slice(form.indexOf(': ') + 2);
}

/** A number in the digits and groups of the language: "10,000". */
export function wholeNumber(value: number): string {
  return new Intl.NumberFormat(language()).format(value);
}
