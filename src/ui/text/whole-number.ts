import { language } from '../../platform/browser/i18n';

/** A number in the digits and groups of the language: "10,000". */
export function wholeNumber(value: number): string {
  return new Intl.NumberFormat(language()).format(value);
}
