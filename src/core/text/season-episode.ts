import { findEpisodes, findInLabel, findPairs, findParts, findSeasons, type Mark } from './label-marks';
import { lazily, lazyPattern } from './label-pattern';
import { plainDigits } from './numerals';
import { seasonWords as words } from './season-words';

/**
 * What a label such as "Show – S1:E2 – The Title" states, in any of the languages and shapes that sites use.
 */
export interface SeasonEpisode {
  readonly season?: number | undefined;
  readonly episode?: number | undefined;
  /** The text behind the numbers. */
  readonly title?: string | undefined;
  /** The text before them: mostly the series. */
  readonly series?: string | undefined;
  /** What looks like a number and is not certain; then nothing else is stated. */
  readonly held?: string | undefined;
}

/**
 * `undefined` when nothing in the text looks like the number of a season or an episode. A number counts by
 * the word, letter or sign beside it, never by another number near it: of "Part 3 of 8" the 8 is the number
 * of all. What is not certain is `held`: two numbers that contradict each other, a range, an episode beyond
 * the number of all, the next episode, a part that can belong to the name of a film ("Dune: Part 2"). A
 * number without a word is an episode only where the whole text is known to be a `label`: "Apollo 13" and
 * "24" are names. At most 1,000 characters are read.
 */
export type SeasonEpisodeParser = (text: string, label?: boolean) => SeasonEpisode | undefined;

export const parseSeasonEpisode: SeasonEpisodeParser = (text, label = false) => {
  // A definition takes a label apart once for each field, and again at each look at the page.
  const key = `${label} ${text}`;
  if (!known.has(key)) known.set(key, parse(text, label));
  const [oldest = ''] = known.keys();
  /** More than a page has at one moment. */
  if (known.size > 10) known.delete(oldest);
  return known.get(key);
};

const known = new Map<string, SeasonEpisode | undefined>();

function parse(text: string, label: boolean): SeasonEpisode | undefined {
  const bounded = text.slice(0, maxLength);
  if (!/[\p{N}一二三四五六七八九十百千IVXL]/u.test(bounded)) return undefined;
  const { plain, all } = withoutOtherNumbers(plainDigits(bounded));
  const found = findNumbers(plain, label);
  if (found === undefined) return undefined;
  if ('held' in found) return { held: bounded.trim().slice(0, 200) };
  return isPlausible(found, all) && isOfThisOne(found, plain)
    ? withTexts(found, bounded)
    : { held: bounded.slice(found.start, found.end + 20).trim() };
}

type Found = Mark | { readonly held: true } | undefined;
const held = { held: true } as const;

/** From the most certain evidence to the least. */
function findNumbers(text: string, label: boolean): Found {
  const pairs = findPairs(text);
  if (pairs.length > 0) return areSame(pairs) ? first(pairs) : held;
  if (label && edition(text).length > 0) return first(findInLabel(text));
  return (
    findByWords(text, label) ??
    first(findInLabelOnly(text, label)) ??
    (isOfMany(text).length > 0 ? held : undefined)
  );
}

function findByWords(text: string, label: boolean): Found {
  const seasons = findSeasons(text);
  const episodes = outside(findEpisodes(text), seasons);
  const parts = outside(findParts(text), [...seasons, ...episodes]);
  if (!areSame(seasons) || !areSame(episodes)) return held;
  const [season] = seasons;
  const episode = first(episodes) ?? certainPart(parts, text, label || season !== undefined);
  if (episode !== undefined) return withSeason(season, episode, text);
  return season ?? (parts.length > 0 ? held : undefined);
}

/** A part with the number of all, at the start of the text, or in a text that is about an episode anyway. */
function certainPart(parts: readonly Mark[], text: string, isEpisode: boolean): Mark | undefined {
  const [part] = parts;
  if (part === undefined || !areSame(parts)) return undefined;
  const before = text.slice(0, part.start).trim();
  // "District 9 Part 2": the number before it can be meant.
  if (/\d$/.test(before)) return undefined;
  return isEpisode || part.total !== undefined || before === '' ? part : undefined;
}

function findInLabelOnly(text: string, label: boolean): readonly Mark[] {
  return label ? findInLabel(text).filter(({ episode }) => !isYear(episode)) : [];
}

/** An episode and the season that stands anywhere else in the text. */
function withSeason(season: Mark | undefined, episode: Mark, text: string): Found {
  if (season !== undefined) {
    const { start, end } = season.start < episode.start ? { start: season.start, end: episode.end } : episode;
    return { ...episode, season: season.season, start, end };
  }
  if (isYear(episode.episode)) return held;
  // "Final Season Episode 3": there is a season, and its number is not stated.
  return seasonWithoutNumber(text.slice(0, episode.start))[0] === undefined ? episode : held;
}

const seasonWithoutNumber = lazyPattern(
  () => String.raw`(?<!\p{L})(?!${words.alsoShow})(?:${words.season})(?!\p{L})(?!\s?\d)`,
);
/** 第5期 alone is the fifth edition of a show, or its fifth season where it is no label. */
const edition = lazyPattern(() => String.raw`^\s*第[^期]{1,8}期\s*$`);
const isOfMany = lazyPattern(() => String.raw`(?<!\d)\d{1,3}\s(?:${words.total})\s\d{1,3}(?!\d)`);

/** The texts of marks that lie inside of others belong to those. */
function outside(marks: readonly Mark[], others: readonly Mark[]): readonly Mark[] {
  return marks.filter(({ start, end }) => !others.some((one) => start < one.end && end > one.start));
}

function areSame(marks: readonly Mark[]): boolean {
  return marks.every(({ season, episode }) => season === marks[0]?.season && episode === marks[0]?.episode);
}

function first(marks: readonly Mark[]): Mark | undefined {
  return marks.toSorted((a, b) => a.start - b.start || b.end - a.end)[0];
}

function isPlausible({ season, episode, total }: Mark, all: number | undefined): boolean {
  const most = total ?? all;
  const stated = episode ?? season;
  return most === undefined || stated === undefined || (stated <= most && most > 1);
}

/** Not one of a range ("Episodes 1–3", "Folge 3 + 4"), and not the next one. */
function isOfThisOne({ start, end }: Mark, text: string): boolean {
  if (/^\s?(?:[-–—+&]|,\s?(?=\d+\s*$))\s?(?:[ef]\.?)?\d+(?!\d*\.?\s?\p{L})(?![\d/.])/iu.test(text.slice(end)))
    return false;
  if (/^\s(?:and|und|et|y|e|och|og|ja|i|и|en)\s\d/iu.test(text.slice(end))) return false;
  // "2 Sezon 20": whether the number before the word or behind it is meant depends on the language.
  if (/^(?:sezon|évad|bölüm|rész)\s\d/iu.test(text.slice(start)) && /\d\s$/.test(text.slice(0, start)))
    return false;
  return otherOne(text.slice(Math.max(0, start - 24), start))[0] === undefined;
}

const otherOne = lazyPattern(
  () => String.raw`(?<!\p{L})(?:${words.other})\p{L}{0,3}[\s:–—|-]*(?:\p{L}{1,12}[\s:–—|-]*)?$`,
);

const maxLength = 1_000;

const dates = [
  String.raw`\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d\d`,
  String.raw`(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2}`,
  String.raw`(?:19|20)\d\d\s?[年년]\s?\d{1,2}\s?[月월](?:\s?\d{1,2}\s?[日일])?`,
  String.raw`\d{1,2}\s?[月월]\s?\d{1,2}\s?[日일]`,
].join('|');

/** Plurals, which stand behind a number of all. */
const counted = [
  'episodes|episod(?:i|ios|es|er)|épisodes|folgen|afleveringen|capítulos|odcink(?:i|ów)|epizod[yi]?',
  'серий|серии|эпизод(?:ов|а)|сезон(?:а|ов)|sezon[óy]w?',
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
  date: new RegExp(String.raw`(?<!\d)(?:${dates})(?!\d)`, 'gu'),
  total: new RegExp(totals, 'giu'),
}));

/** Dates and numbers of all become blanks of the same length, so that indices into the text stay valid. */
function withoutOtherNumbers(text: string): { readonly plain: string; readonly all: number | undefined } {
  let all: number | undefined;
  const blank = (part: string) => ' '.repeat(part.length);
  const { date, total } = otherNumbers();
  const plain = text.replaceAll(date, blank).replaceAll(total, (part) => {
    // Of episodes; a number of seasons says nothing about the episode.
    if (/集|話|话|回|화|회|episod|folgen|odcin|сери/iu.test(part)) all = Number(/\d+/.exec(part)?.[0]);
    return blank(part);
  });
  return { plain, all };
}

function isYear(number = 0): boolean {
  return number >= 1900 && number < 2100;
}

function withTexts({ season, episode, start, end }: Mark, text: string): SeasonEpisode {
  const series = text.slice(0, start).replace(separatorsAtEnd, '').trim();
  const title = text.slice(end).replace(separatorsAtStart, '').replace(quoted, '$1').trim();
  return { season, episode, title: title || undefined, series: series || undefined };
}

const separatorsAtEnd = /(?<![\s,;:：·•|/([{"“„«\-–—])[\s,;:：·•|/([{"“„«\-–—]+$/u;
const separatorsAtStart = /^[\s,;:：.·•|/)\]}\-–—]+/u;
/** A title that is quoted as a whole loses its quotation marks. */
const quoted = /^["“„«「『]\s?([^"“”„«»「」『』]*)\s?["“”»」』]$/u;
