import { lazily, lazyPattern, link, ordinal, wordStart } from './label-pattern';
import { seasonWords as words, wordsByLanguage } from './season-words';
import { monthNames } from './stated-day';

/** Identifiers in hexadecimal digits, with or without hyphens. */
const identifier =
  String.raw`(?<![\p{L}\d])(?=[a-f-]*\d)[0-9a-f]{8}[- ]?(?:[0-9a-f]{4}[- ]?){3}` +
  String.raw`[0-9a-f]{12}(?![\p{L}\d])`;

const dates = [
  String.raw`\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d\d`,
  String.raw`(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2}`,
  String.raw`(?:19|20)\d\d\s?[年년]\s?\d{1,2}\s?[月월](?:\s?\d{1,2}\s?[日일])?`,
  String.raw`\d{1,2}\s?[月월]\s?\d{1,2}\s?[日일]`,
  // Thai: 5 พ.ค. 67, 5 tháng 3
  String.raw`\d{1,2}\s(?:[ก-ฮ]{1,2}\.[ก-ฮ]{1,2}\.(?:\s?\d{2,4})?|tháng\s\d{1,2})`,
].join('|');

/** Plurals, which stand behind a number of all. */
const counted = [
  'episodes|episod(?:i|ios|es|er)|épisodes|folgen|afleveringen|capítulos|odcink(?:i|ów)|epizod[yi]?',
  'серий|серии|эпизод(?:ов|а)|(?<!сер[иі]я \\d{1,2} )сезон(?:а|ов)|sezon[óy]w?',
  'seasons|staffeln|saisons|temporadas|stagioni|seizoenen|series',
  'parts|teile|parties|partes|delar|dele|deler|delen',
].join('|');

/** The number of all, where it stands alone: 全12話, 共24集, 총 16화, 16부작, 10 episodes, 8 Folgen. */
const totals = [
  String.raw`(?:全|計|共|总共|總共|총)\s?(\d{1,4})\s?(?:話|话|集|回|화|회|部作?|期|季)?`,
  String.raw`(?<!\d)(\d{1,4})\s?부작`,
  String.raw`(?<![\p{L}\d.])(\d{1,4})\s(?:${counted})(?!\p{L}|\s?\d)`,
].join('|');
const otherNumbers = lazily(() => ({
  date: new RegExp(String.raw`(?<!\d)(?:${dates})(?!\d)|${identifier}`, 'gu'),
  total: new RegExp(totals, 'giu'),
}));

const blank = (part: string) => ' '.repeat(part.length);

/**
 * "Episode 3 March 2025", "Folge 12. Dezember": the number is that of a day, and becomes a blank. `undefined`
 * where a word and a year follow it, and the word is no month in a language of the label.
 */
export function withoutDays(text: string): string | undefined {
  let plain = text;
  for (const { index, 0: whole, groups = {} } of dayBehindLabel(text)) {
    const { label = '', month = '', year } = groups;
    const start = index + whole.search(/\d/);
    if (isMonth(month, label, year !== undefined || index + whole.length >= text.trimEnd().length))
      plain =
        plain.slice(0, start) +
        blank(text.slice(start, index + whole.length)) +
        plain.slice(index + whole.length);
    else if (year !== undefined) return undefined;
  }
  return plain;
}

const dayBehindLabel = lazyPattern(
  () =>
    String.raw`${wordStart}(?<label>${words.episode}|${words.part}|${words.divisions})${link}` +
    String.raw`\d{1,2}(?:${ordinal})?\s` +
    String.raw`(?:de\s|of\s)?(?<month>\p{L}[\p{L}\p{M}]+)\.?(?<year>,?\s(?:del?\s)?(?:19|20)\d\d(?!\d))?`,
);

/** In a language of the label, or in one whose sites say "episode". A short name needs a year, or the end. */
function isMonth(name: string, label: string, isLast: boolean): boolean {
  const tags = Object.entries(wordsByLanguage).flatMap(([tag, { episode, part = episode }]) =>
    new RegExp(`^(?:${episode}|${part})$`, 'iu').test(label) ? [tag] : [],
  );
  const isLong = name.length > 3 || isLast;
  return isLong && [...tags, 'de', 'fr', 'es'].some((tag) => monthNames(tag).has(name.toLowerCase()));
}

/** Dates and numbers of all become blanks of the same length, so that indices into the text stay valid. */
export function withoutOtherNumbers(text: string): {
  readonly plain: string;
  readonly all: number | undefined;
} {
  let all: number | undefined;
  const { date, total } = otherNumbers();
  const plain = text.replaceAll(date, blank).replaceAll(total, (part) => {
    // Of episodes; a number of seasons says nothing about the episode.
    if (/集|話|话|回|화|회|episod|folgen|odcin|сери/iu.test(part)) all = Number(/\d+/.exec(part)?.[0]);
    return blank(part);
  });
  return { plain, all };
}
