import { TEXTS, type Language, type TextKey } from './languages';

/** What a page needs to speak to one person. */
export interface Words {
  readonly language: Language;
  readonly direction: 'ltr' | 'rtl';
  /** IANA name of the time zone. */
  readonly zone: string;
  /** The text of a key; numbers in the digits of the language. */
  text(key: TextKey, ...values: readonly (string | number)[]): string;
  /** A text that has a form for each plural of its language: `one: $1 title | other: $1 titles`. */
  plural(key: TextKey, count: number): string;
  /** The text in parts, with these values in their places. */
  parts<T>(key: TextKey, ...values: readonly T[]): (string | T)[];
  format: Formats;
}

interface Formats {
  number(value: number): string;
  /** Day and time of day; times are ms since 1970. */
  time(at: number): string;
  timeOfDay(at: number): string;
  /** A day that is counted from 1970-01-01: `Thursday, January 15, 2026`. */
  day(day: number): string;
  shortDay(day: number): string;
  month(day: number): string;
  monthName(day: number): string;
  /** One letter, mostly. */
  monthInitial(day: number): string;
  weekday(day: number): string;
  /** One letter, mostly. */
  weekdayInitial(day: number): string;
  /** `3 hr 20 min` */
  length(seconds: number): string;
  /** `Ada, Ben, and Eve`: names, each in its own direction. */
  list(names: readonly string[]): string;
  /** `IMDb, Trakt, or Netflix` */
  either(names: readonly string[]): string;
}

const known = new Map<string, Words>();

/** There are at most as many as languages times zones. */
export function wordsIn(language: Language, zone: string): Words {
  const key = `${language} ${zone}`;
  const words = known.get(key) ?? createWords(language, zone);
  known.set(key, words);
  return words;
}

function createWords(language: Language, zone: string): Words {
  const texts: Readonly<Record<TextKey, string>> = TEXTS[language];
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  const format = createFormats(language, zone);
  const rules = new Intl.PluralRules(language);
  // FIRST STRONG ISOLATE: a title in another script keeps its own direction.
  const shown = (value: string | number) => {
    const text = typeof value === 'number' ? format.number(value) : value;
    return direction === 'rtl' ? `\u2068${text}\u2069` : text;
  };
  const fill = (text: string, values: readonly (string | number)[]) =>
    text.replaceAll(/\$(\d)/g, (place, digit: string) => {
      const value = values[Number(digit) - 1];
      return value === undefined ? place : shown(value);
    });
  return {
    language,
    direction,
    zone,
    format,
    text: (key, ...values) => fill(texts[key], values),
    plural(key, count) {
      const forms = texts[key].split(' | ');
      const category = `${rules.select(count)}: `;
      const form = forms.find((one) => one.startsWith(category)) ?? forms.at(-1) ?? '';
      return fill(form.slice(form.indexOf(': ') + 2), [count]);
    },
    parts: <T>(key: TextKey, ...values: readonly T[]) =>
      texts[key].split(/(\$\d)/).map((part): string | T => {
        const value = /^\$\d$/.test(part) ? values[Number(part.slice(1)) - 1] : undefined;
        return value === undefined ? part : value;
      }),
  };
}

const DAY_MS = 86_400_000;

function createFormats(language: Language, zone: string): Formats {
  const dates = (options: Intl.DateTimeFormatOptions, timeZone = 'UTC') => {
    const format = new Intl.DateTimeFormat(language, { timeZone, ...options });
    return (at: number) => format.format(at);
  };
  const days = (options: Intl.DateTimeFormatOptions) => {
    const format = dates(options);
    return (day: number) => format(day * DAY_MS);
  };
  const numbers = new Intl.NumberFormat(language);
  return {
    number: (value) => numbers.format(value),
    time: dates({ dateStyle: 'medium', timeStyle: 'short' }, zone),
    timeOfDay: dates({ timeStyle: 'short' }, zone),
    day: days({ dateStyle: 'full' }),
    shortDay: days({ dateStyle: 'medium' }),
    month: days({ month: 'long', year: 'numeric' }),
    monthName: days({ month: 'short' }),
    monthInitial: days({ month: 'narrow' }),
    weekday: days({ weekday: 'short' }),
    weekdayInitial: days({ weekday: 'narrow' }),
    length: lengths(language),
    list: (names) => new Intl.ListFormat(language).format(names.map((name) => `\u2068${name}\u2069`)),
    either: (names) => new Intl.ListFormat(language, { type: 'disjunction' }).format(names),
  };
}

function lengths(language: Language): (seconds: number) => string {
  const unit = (name: 'hour' | 'minute') =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short' });
  const [hours, minutes] = [unit('hour'), unit('minute')];
  return (seconds) => {
    const all = Math.round(seconds / 60);
    const parts = [
      ...(all >= 60 ? [hours.format(Math.floor(all / 60))] : []),
      ...(all % 60 > 0 || all === 0 ? [minutes.format(all % 60)] : []),
    ];
    return parts.join(' ');
  };
}
