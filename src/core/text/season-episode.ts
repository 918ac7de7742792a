import {
  certainSeason,
  findEpisodes,
  findInLabel,
  findPairs,
  findParts,
  isOrdinal,
  seasonsAndIssues,
  type Mark,
} from './label-marks';
import { lazyPattern } from './label-pattern';
import { isOfThisOne, lastEpisode } from './label-ranges';
import { plainDigits } from './numerals';
import { betweenFileFacts, withoutOtherNumbers } from './other-numbers';
import { isOpenIn, partOfSeason, withoutPart, type SeasonPart } from './season-part';
import { seasonWords as words } from './season-words';
import { defined } from '../values/defined';

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
  /** What looks like a number and is not certain; then none is stated. */
  readonly held?: string | undefined;
  /** Beside `held`: two or three episodes in one video ("S7 E25-26 – Title"). */
  readonly several?: SeveralEpisodes | undefined;
}

export interface SeveralEpisodes extends Pick<SeasonEpisode, 'season' | 'title' | 'series'> {
  readonly episode: number;
  readonly lastEpisode: number;
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

/** For the transform `seasonEpisode`: of several episodes in one video the first and the last, "25-26". */
export type LabelReader = (
  text: string,
  label?: boolean,
) => Readonly<Partial<Record<'season' | 'episode' | 'title' | 'series', unknown>>> | undefined;

export const readLabel: LabelReader = (text, label) => {
  const found = parseSeasonEpisode(text, label);
  const { several } = found ?? {};
  return several ? { ...several, episode: `${several.episode}-${several.lastEpisode}` } : found;
};

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
  if (!mayHaveNumber(bounded)) return undefined;
  // Names of files have underscores for spaces.
  const { plain, all } = withoutOtherNumbers(plainDigits(bounded).replaceAll(/(?<!\d)_|_(?!\d)/g, ' '));
  const part = partOfSeason(plain);
  const found = findNumbers(withoutPart(plain, part), label) ?? (part && held);
  if (found === undefined) return undefined;
  if ('held' in found) return { held: bounded.trim().slice(0, 200) };
  if (part !== undefined && isOpenIn(part, found)) return inPart(found, part, bounded);
  if (isPlausible(found, all) && isOfThisOne(found, plain))
    return withTexts({ ...found, start: Math.min(found.start, part?.start ?? found.start) }, bounded);
  const several = severalEpisodes(found, plain, bounded);
  return { held: bounded.slice(found.start, found.end + 20).trim(), ...defined({ several }) };
}

function mayHaveNumber(text: string): boolean {
  return /[\p{N}一二三四五六七八九十百千IVXL]|حلق|قسمت|قسط/u.test(text) || seasonInWords(text).length > 0;
}

/** The number within a later part of a season is not the one within the season: only its name tells which. */
function inPart(found: Mark, part: SeasonPart, text: string): SeasonEpisode {
  const start = Math.min(found.start, part.start);
  const end = Math.max(found.end, part.end);
  const { title, series } = withTexts({ start, end }, text);
  return { held: text.slice(start, end).trim(), ...defined({ title, series }) };
}

const seasonInWords = lazyPattern(() => String.raw`(?<!\p{L})(?:${words.season})(?!\p{L})`);

type Found = Mark | { readonly held: true } | undefined;
const held = { held: true } as const;

/** From the most certain evidence to the least. */
function findNumbers(text: string, label: boolean): Found {
  const pairs = findPairs(text);
  if (pairs.length > 0) return areSame(pairs) && !isSeasonRange(pairs, text) ? first(pairs) : held;
  if (label && edition(text).length > 0) return first(findInLabel(text));
  return (
    findByWords(text, label) ??
    first(findInLabelOnly(text, label)) ??
    (isOfMany(text).length > 0 ? held : undefined)
  );
}

/** "Saison 1 a 3", "Stagione 1 e 2": a word of one letter between two seasons is no sign of an episode. */
function isSeasonRange(pairs: readonly Mark[], text: string): boolean {
  return pairs.some(({ start, end }) => /\d[\s.][aeoyiи][\s.]\d/u.test(text.slice(start, end)));
}

function findByWords(text: string, label: boolean): Found {
  const { seasons, issues } = seasonsAndIssues(text);
  const episodes = [...issues, ...outside(findEpisodes(text), seasons)].filter(
    (mark) => !isOrdinal(mark, text),
  );
  const parts = outside(findParts(text), [...seasons, ...episodes]);
  if (![seasons, episodes].every(areSame)) return held;
  const [season] = seasons;
  // "Season 3 Part 2" is half a season, whose episodes may be counted on or anew.
  if (season !== undefined && episodes.length === 0 && parts.some((part) => isDivision(part, text)))
    return held;
  const episode = first(episodes) ?? certainPart(parts, text, label || season !== undefined);
  if (episode !== undefined) return withSeason(season, episode, text);
  return season === undefined ? firstHeld(parts) : (certainSeason(season, text) ?? held);
}

function firstHeld(parts: readonly Mark[]): Found {
  return parts.length > 0 ? held : undefined;
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
  const before = text.slice(0, episode.start);
  if (isYear(episode.episode) || ofSpecials(before).length > 0) return held;
  // "Final Season Episode 3": there is a season, and its number is not stated.
  return seasonWithoutNumber(before)[0] === undefined ? episode : held;
}

/** "OVA 第1話", "Christmas Special – Episode 2": specials have numbers of their own. */
const ofSpecials = lazyPattern(() => String.raw`(?<![\p{L}\d])(?:${words.specials})[\s:|·–—-]{0,3}$`);

function isDivision({ start, end, total }: Mark, text: string): boolean {
  return total === undefined && division(text.slice(start, end))[0] !== undefined;
}

const division = lazyPattern(() => String.raw`(?<!\p{L})(?:${words.divisions}|${words.halves})(?!\p{L})`);
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

/** The few episodes that one video can have: "E25-26", "E1-E3", "Folge 3 + 4", "1・2話", "الحلقة 12 و 13". */
function severalEpisodes(found: Mark, plain: string, text: string): SeveralEpisodes | undefined {
  const { episode, total } = found;
  if (episode === undefined || total !== undefined) return undefined;
  const [ahead = ''] = /(?<![\d.])\d{1,4}[-–・~〜+&]$/u.exec(plain.slice(0, found.start)) ?? [];
  const behind = lastEpisode(plain.slice(found.end));
  const [first, last] = ahead === '' ? [episode, behind.last] : [Number.parseInt(ahead), episode];
  const [start, end] = [found.start - ahead.length, found.end + (ahead === '' ? behind.length : 0)];
  if (!isFew(first, last) || !isOfThisOne({ start, end }, plain)) return undefined;
  const { season, title, series } = withTexts({ ...found, start, end }, text);
  return { season, episode: first, lastEpisode: last, title, series };
}

function isFew(first: number, last: number): boolean {
  return last > first && last - first < mostEpisodes;
}

const mostEpisodes = 3;

const maxLength = 1_000;

function isYear(number = 0): boolean {
  return number >= 1900 && number < 2100;
}

function withTexts({ season, episode, start, end }: Mark, text: string): SeasonEpisode {
  const [before, after] = betweenFileFacts(text.slice(0, start), text.slice(end));
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
