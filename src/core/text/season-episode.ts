import {
  certainSeason,
  findEpisodes,
  findInLabel,
  findPairs,
  findParts,
  isOrdinal,
  seasonsAndIssues,
  type LabelMark,
} from './label-marks';
import { lazyPattern, link, wordStart } from './label-pattern';
import { isOfThisOne, severalEpisodes } from './label-ranges';
import {
  withoutDays,
  withoutOtherNumbers,
  withTexts,
  type SeasonEpisode,
  type StatedText,
} from './label-text';
import { plainDigits, readNumber, type NumberStyle } from './numerals';
import { isOpenIn, partOfSeason, withoutPart, type SeasonPart } from './season-part';
import { seasonWords as words } from './season-words';
import { withDigits } from './spelled-numbers';
import { defined } from '../values/defined';

/**
 * `undefined` when nothing in the text looks like the number of a season or an episode. A number counts by
 * the word, letter or sign beside it, never by another number near it: in "Part 3 of 8" the 8 is the total.
 * Uncertain numbers are `held`: two that contradict each other, a range, an episode above the total, the next
 * episode, a part that can belong to the name of a film ("Dune: Part 2"). A number without a word is an
 * episode only if the whole text is known to be a `label`: "Apollo 13" and "24" are names. At most 1,000
 * characters are read.
 */
export type SeasonEpisodeParser = (text: string, label?: boolean) => SeasonEpisode | undefined;

/**
 * For the transform `seasonEpisode`. Several episodes in one video become "25-26". With a number style in
 * place of `label`, the whole text is an episode number.
 */
export type LabelReader = (
  text: string,
  label?: boolean | NumberStyle,
) => Readonly<Partial<Record<'season' | 'episode' | 'title' | 'series', unknown>>> | undefined;

export const readLabel: LabelReader = (text, label) => {
  if (typeof label === 'string') return { episode: readNumber(text, label) };
  const found = parseSeasonEpisode(text, label);
  const { several } = found ?? {};
  return several ? { ...several, episode: `${several.episode}-${several.lastEpisode}` } : found;
};

export const parseSeasonEpisode: SeasonEpisodeParser = (text, label = false) => {
  // A definition parses a label once per field, and again at each poll of the page.
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
  const stated = withPlainNumbers(bounded);
  const found = stated && findIn(stated, label);
  return found === 'held' || stated === undefined ? { held: bounded.trim().slice(0, 200) } : found;
}

/** `undefined` if something beside a label looks like a number but is not understood. */
function withPlainNumbers(text: string): (StatedText & Readonly<{ all: number | undefined }>) | undefined {
  // File names have underscores instead of spaces.
  const digits = plainDigits(text).replaceAll(/(?<!\d)_|_(?!\d)/g, ' ');
  const { plain, all } = withoutOtherNumbers(digits);
  const dayless = withoutDays(plain);
  const respelled = dayless === undefined ? undefined : withDigits(dayless);
  if (respelled === undefined) return undefined;
  const { text: spelled, at } = respelled;
  return { plain: spelled, all, slice: (start, end) => text.slice(at(start), at(end)) };
}

type PlainLabel = NonNullable<ReturnType<typeof withPlainNumbers>>;

function findIn(stated: PlainLabel, label: boolean): SeasonEpisode | 'held' | undefined {
  const { plain, all } = stated;
  const part = partOfSeason(plain);
  if (part === undefined && decimals(plain).length > 0) return 'held';
  const found = findNumbers(withoutPart(plain, part), label) ?? (part && held);
  if (found === undefined) return undefined;
  if ('held' in found) return 'held';
  if (part !== undefined && isOpenIn(part, found)) return inPart(found, part, stated);
  if (isPlausible(found, all) && isOfThisOne(found, plain))
    return withTexts({ ...found, start: Math.min(found.start, part?.start ?? found.start) }, stated);
  const several = severalEpisodes(found, stated);
  return { held: stated.slice(found.start, found.end + 20).trim(), ...defined({ several }) };
}

/** "Season 3.5", "S2.5 E3", "Episode 1,234": a fraction, or a number with a thousands separator. */
const decimals = lazyPattern(
  () =>
    String.raw`${wordStart}(?:(?:${words.season}|${words.episode}|#)${link}\d{1,3}[.,]\d{1,3}` +
    String.raw`(?![\d\p{L}]|\.[\d\p{L}])|` +
    String.raw`[st]\d{1,2}\.\d{1,2}\s?e\d)`,
);

function mayHaveNumber(text: string): boolean {
  return /[\p{N}一二三四五六七八九十百千IVXL]/u.test(text) || labels(text).length > 0;
}

/** A number in a later part of a season is not that in the season: only the name tells the episode. */
function inPart(found: LabelMark, part: SeasonPart, text: StatedText): SeasonEpisode {
  const start = Math.min(found.start, part.start);
  const end = Math.max(found.end, part.end);
  const { title, series } = withTexts({ start, end }, text);
  return { held: text.slice(start, end).trim(), ...defined({ title, series }) };
}

const labels = lazyPattern(() => String.raw`(?<!\p{L})(?:${words.season}|${words.episode})(?!\p{L})`);

type FoundMark = LabelMark | Readonly<{ held: true }> | undefined;
const held = { held: true } as const;

/** From the most certain evidence to the least. */
function findNumbers(text: string, label: boolean): FoundMark {
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
function isSeasonRange(pairs: LabelMark[], text: string): boolean {
  return pairs.some(({ start, end }) => /\d[\s.][aeoyiи][\s.]\d/u.test(text.slice(start, end)));
}

function findByWords(text: string, label: boolean): FoundMark {
  const { seasons, episodes, parts, isOpen } = marksByWords(text, label);
  if (isOpen || ![seasons, episodes].every(areSame)) return held;
  const [season] = seasons;
  const episode = first(episodes) ?? certainPart(parts, text, label || season !== undefined);
  if (episode !== undefined) return withSeason(season, episode, text);
  return season === undefined ? firstHeld(parts) : (certainSeason(season, text) ?? held);
}

function marksByWords(text: string, label: boolean) {
  const { seasons: stated, issues } = seasonsAndIssues(text);
  const [all, allParts] = [findEpisodes(text), findParts(text)];
  // "エピソード5：第2部" is the second part of that episode.
  const isPart = ({ start, end }: LabelMark) => text[end - 1] === '部' && all.some((one) => one.end <= start);
  const seasons = stated.filter((mark) => !isPart(mark));
  const episodes = [...issues, ...outside(all, seasons)].filter(
    (mark) => !isOrdinal(mark, text) && (label || !isChapterOfFilm(mark, seasons, text)),
  );
  const parts = outside(allParts, [...seasons, ...episodes]);
  // "Huszonkettedik évad 3. rész": the number can be that of either word. "Season 3 Part 2" is half a season,
  // whose episodes may be counted on or anew.
  const isShared = [...all, ...allParts].some((one) => isBehind(one, seasons, text));
  const isHalf = seasons.length > 0 && parts.some((part) => isDivision(part, text));
  return { seasons, episodes, parts, isOpen: episodes.length === 0 && (isShared || isHalf) };
}

/** The number stands after the word for a season and before that for an episode. */
function isBehind({ start }: LabelMark, seasons: LabelMark[], text: string): boolean {
  return seasons.some((one) => one.start < start && start < one.end && /^\p{L}/u.test(text.slice(one.start)));
}

/** "John Wick: Chapter 4": a film is called so, and a series rarely without a season. */
function isChapterOfFilm({ start, end }: LabelMark, seasons: LabelMark[], text: string): boolean {
  const isChapter = chapter(text.slice(start, end))[0] !== undefined;
  return isChapter && seasons.length === 0 && /[:：]\s*$/.test(text.slice(0, start));
}

const chapter = lazyPattern(() => String.raw`^(?:chapter|cap[ií]tulo|kapitulua|atala|अध्याय|kabanata)`);

function firstHeld(parts: LabelMark[]): FoundMark {
  return parts.length > 0 ? held : undefined;
}

/** A part that has a total, begins the text, or is in a text that is about an episode anyway. */
function certainPart(parts: LabelMark[], text: string, isEpisode: boolean): LabelMark | undefined {
  const [part] = parts;
  if (part === undefined || !areSame(parts)) return undefined;
  const before = text.slice(0, part.start).trim();
  // "District 9 Part 2": the number before it can be meant.
  if (/\d$/.test(before)) return undefined;
  return isEpisode || part.total !== undefined || before === '' ? part : undefined;
}

function findInLabelOnly(text: string, label: boolean): LabelMark[] {
  return label ? findInLabel(text).filter(({ episode }) => !isYear(episode)) : [];
}

/** An episode and the season that stands anywhere else in the text. */
function withSeason(season: LabelMark | undefined, episode: LabelMark, text: string): FoundMark {
  if (season !== undefined) {
    const { start, end } = season.start < episode.start ? { start: season.start, end: episode.end } : episode;
    return { ...episode, season: season.season, start, end };
  }
  const before = text.slice(0, episode.start);
  if (isYear(episode.episode) || ofSpecials(before).length > 0) return held;
  // "Final Season Episode 3": there is a season, but its number is not stated.
  return seasonWithoutNumber(before)[0] === undefined ? episode : held;
}

/** "OVA 第1話", "Christmas Special – Episode 2": specials have numbers of their own. */
const ofSpecials = lazyPattern(() => String.raw`(?<![\p{L}\d])(?:${words.specials})[\s:|·–—-]{0,3}$`);

function isDivision({ start, end, total }: LabelMark, text: string): boolean {
  return total === undefined && division(text.slice(start, end))[0] !== undefined;
}

const division = lazyPattern(() => String.raw`(?<!\p{L})(?:${words.divisions}|${words.halves})(?!\p{L})`);
const seasonWithoutNumber = lazyPattern(
  () => String.raw`(?<!\p{L})(?!${words.alsoShow})(?:${words.season})(?!\p{L})(?!\s?\d)`,
);
/** 第5期 alone is the fifth edition of a show, or its fifth season where it is no label. */
const edition = lazyPattern(() => String.raw`^\s*第[^期]{1,8}期\s*$`);
const isOfMany = lazyPattern(() => String.raw`(?<!\d)\d{1,3}\s(?:${words.total})\s\d{1,3}(?!\d)`);

/** Marks that are not inside another mark, which would own their text. */
function outside(marks: LabelMark[], others: LabelMark[]): LabelMark[] {
  return marks.filter(({ start, end }) => !others.some((one) => start < one.end && end > one.start));
}

function areSame(marks: LabelMark[]): boolean {
  return marks.every(({ season, episode }) => season === marks[0]?.season && episode === marks[0]?.episode);
}

function first(marks: LabelMark[]): LabelMark | undefined {
  return marks.toSorted((a, b) => a.start - b.start || b.end - a.end)[0];
}

function isPlausible({ season, episode, total }: LabelMark, all: number | undefined): boolean {
  const most = total ?? all;
  const stated = episode ?? season;
  return most === undefined || stated === undefined || (stated <= most && most > 1);
}

const maxLength = 1_000;

function isYear(number = 0): boolean {
  return number >= 1900 && number < 2100;
}
