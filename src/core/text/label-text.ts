import { lazily, lazyPattern, link, ordinal, wordStart } from './label-pattern';
import type { LabelMark } from './label-marks';
import { seasonWords as words, wordsByLanguage } from './season-words';
import { monthNames } from './stated-day';

/**
 * What a label such as "Show – S1:E2 – The Title" states, in any of the languages and shapes that sites use.
 */
export type SeasonEpisode = Readonly<{
  season?: number | undefined;
  episode?: number | undefined;
  /** The text after the numbers. */
  title?: string | undefined;
  /** The text before them: mostly the series. */
  series?: string | undefined;
  /** A text that may be a number. If it is set, no number is stated. */
  held?: string | undefined;
  /** Beside `held`: two or three episodes in one video ("S7 E25-26 – Title"). */
  several?: SeveralEpisodes | undefined;
}>;

export interface SeveralEpisodes extends Pick<SeasonEpisode, 'season' | 'title' | 'series'> {
  readonly episode: number;
  readonly lastEpisode: number;
}

/** The text in which numbers are searched, and the original text at each index. */
export type StatedText = Readonly<{
  plain: string;
  slice: (start: number, end: number) => string;
}>;

/** The numbers with the texts before and behind them. */
export function withTexts({ season, episode, start, end }: LabelMark, text: StatedText): SeasonEpisode {
  const [before, after] = betweenFileFacts(text.slice(0, start), text.slice(end, text.plain.length));
  const series = before.replace(fullAtEnd, '').replace(separatorsAtEnd, '').trim();
  const title = after.replace(separatorsAtStart, '').replace(quoted, '$1').trim();
  return { season, episode, title: title || undefined, series: series || undefined };
}

const separatorsAtEnd = /(?<![\s,;:：·•|/([{（［【「『"“„«\-–—])[\s,;:：·•|/([{（［【「『"“„«\-–—]+$/u;
const separatorsAtStart = /^[\s,;:：.·•|/)\]}）］】」』\-–—]+/u;
/** "Show: Full Episode 80" */
const fullAtEnd = /(?<![\p{L}\d])full\s$/iu;
/** A title that is quoted as a whole loses its quotation marks. */
const quoted = /^["“„«「『]\s?([^"“”„«»「」『』]*)\s?["“”»」』]$/u;

/** "[Group] Show_-_" and "_The_Name_[1080p].mkv" of the name of a file: "Show" and "The Name". */
function betweenFileFacts(before: string, after: string): readonly [before: string, after: string] {
  const [facts] = fileFact(after);
  if (facts === undefined) return [before, after];
  const spaced = (part: string) => (/\s/.test(before + after) ? part : part.replaceAll(/[._]/g, ' '));
  const name = spaced(after.slice(0, facts.index));
  return [spaced(before.replace(/^\[[^\]]{1,40}\](?=.*[^\s_.-])/, '')).trimStart(), name];
}

/** Everything from the quality in a file name on, or only the extension. */
const fileFact = lazyPattern(
  () =>
    String.raw`[\s._-]*(?:[[(][^\][()]{0,40})?(?<![\p{L}\d])(?:(?:480|576|720|1080|2160)[pi]|` +
    String.raw`web-?(?:dl|rip)|hdtv|dvdrip|bluray|[hx]\.?26[45]|[0-9a-f]{8}(?=[\])])|` +
    String.raw`(?<=[[(])(?:dvd|bd)(?=[\])]))(?![\p{L}\d])|\.(?:mkv|mp4|avi|m4v|webm)$`,
);

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

/** Plurals, which follow a total. */
const counted = [
  'episodes|episod(?:i|ios|es|er)|épisodes|folgen|afleveringen|capítulos|odcink(?:i|ów)|epizod[yi]?',
  'серий|серии|эпизод(?:ов|а)|(?<!сер[иі]я \\d{1,2} )сезон(?:а|ов)|sezon[óy]w?',
  'seasons|staffeln|saisons|temporadas|stagioni|seizoenen|series',
  'parts|teile|parties|partes|delar|dele|deler|delen',
].join('|');

/** A total that stands alone: 全12話, 共24集, 총 16화, 16부작, 10 episodes, 8 Folgen. */
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
 * "Episode 3 March 2025", "Folge 12. Dezember": the number is a day of the month and becomes a blank.
 * `undefined` if a year follows, but the word before it is no month in a language of the label.
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

/**
 * Months in the label's languages, and in those whose sites say "episode". A short name counts only before a
 * year or at the end.
 */
function isMonth(name: string, label: string, isLast: boolean): boolean {
  const tags = Object.entries(wordsByLanguage).flatMap(([tag, { episode, part = episode }]) =>
    new RegExp(`^(?:${episode}|${part})$`, 'iu').test(label) ? [tag] : [],
  );
  const isLong = name.length > 3 || isLast;
  return isLong && [...tags, 'de', 'fr', 'es'].some((tag) => monthNames(tag).has(name.toLowerCase()));
}

/** Dates and totals become blanks of the same length, so that indices into the text stay valid. */
export function withoutOtherNumbers(text: string): Readonly<{
  plain: string;
  all: number | undefined;
}> {
  let all: number | undefined;
  const { date, total } = otherNumbers();
  const plain = text.replaceAll(date, blank).replaceAll(total, (part) => {
    // Only totals of episodes count; a number of seasons says nothing about the episode.
    if (/集|話|话|回|화|회|episod|folgen|odcin|сери/iu.test(part)) all = Number(/\d+/.exec(part)?.[0]);
    return blank(part);
  });
  return { plain, all };
}
