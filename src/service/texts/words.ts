import ar from './ar.json' with { type: 'json' };
import cs from './cs.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import ko from './ko.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };
import ptBr from './pt_BR.json' with { type: 'json' };
import sv from './sv.json' with { type: 'json' };
import tr from './tr.json' with { type: 'json' };
import uk from './uk.json' with { type: 'json' };

/** Texts and formats for one person: their language and their time zone. */
export interface Words {
  readonly language: Language;
  readonly direction: 'ltr' | 'rtl';
  /** IANA name of the time zone. */
  readonly zone: string;
  /** The text with these values for `$1`, `$2`…; numbers in the digits of the language. */
  text(key: TextKey, ...values: (string | number)[]): string;
  /** A text with a form for each plural category of the language: `one: $1 title | other: $1 titles`. */
  plural(key: TextKey, count: number): string;
  /** Like `text`, but as a list of parts, so that a value can be markup. */
  parts<T>(key: TextKey, ...values: T[]): (string | T)[];
  format: Formats;
}

interface Formats {
  number(value: number): string;
  /** Date and time of day. Times are milliseconds since 1970. */
  time(at: number): string;
  timeOfDay(at: number): string;
  /** `Thursday, January 15, 2026`. Days are counted from 1970-01-01. */
  day(day: number): string;
  shortDay(day: number): string;
  month(day: number): string;
  monthName(day: number): string;
  /** Usually one letter. */
  monthInitial(day: number): string;
  weekday(day: number): string;
  /** Usually one letter. */
  weekdayInitial(day: number): string;
  /** `3 hr 20 min` */
  length(seconds: number): string;
  /** `Ada, Ben, and Eve`: each name keeps its own text direction. */
  list(names: string[]): string;
  /** `IMDb, Trakt, or Netflix` */
  either(names: readonly string[]): string;
}

const known = new Map<string, Words>();

/** Cached: there are at most as many as languages times zones. */
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
  const fill = (text: string, values: (string | number)[]) =>
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
    parts: <T>(key: TextKey, ...values: T[]) =>
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

export type TextKey = keyof typeof en;

/** The texts of the pages, by language tag. */
export const TEXTS = {
  en,
  cs,
  de,
  es,
  fr,
  it,
  ja,
  ko,
  nl,
  pl,
  'pt-BR': ptBr,
  sv,
  tr,
  uk,
  ar,
} satisfies Readonly<Record<string, Readonly<Record<TextKey, string>>>>;

type Language = keyof typeof TEXTS;

export const LANGUAGES = Object.keys(TEXTS) as Language[];

export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(TEXTS, tag);
}

/** The language that the person has chosen, otherwise the best match for `Accept-Language`. */
export function languageFor(chosen: string | null | undefined, header: string | undefined): Language {
  return chosen != null && isLanguage(chosen) ? chosen : acceptedLanguage(header);
}

/** The preferred language of `Accept-Language` that has texts; English if none has. */
export function acceptedLanguage(header = ''): Language {
  const wanted = header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.trim().split(/(?<!\s)\s*;\s*q=/);
      return { base: tag.toLowerCase().split('-')[0] ?? '', quality: Number(quality ?? 1) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { base } of wanted) {
    const found = LANGUAGES.find((language) => language.split('-')[0] === base);
    if (found !== undefined) return found;
  }
  return 'en';
}
