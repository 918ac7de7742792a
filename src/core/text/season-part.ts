import {
  afterSeason,
  anyPart,
  anySeason,
  blank,
  kanji,
  marks,
  type FindMarks,
  type LabelMark,
} from './label-marks';
import { lazyPattern, link, ordinal, wordEnd, wordStart } from './label-pattern';
import { seasonWords as words } from './season-words';

/** A part of a season, with its place in the text. */
export type SeasonPart = Readonly<{
  number: number;
  start: number;
  end: number;
}>;

/**
 * "Season 3 Part 2", "3. évad 2. rész 5. epizód", "Season 3B": directly after the number of a season. Or
 * "Part 2, Episode 5": at the start, directly before an episode.
 */
export function partOfSeason(text: string): SeasonPart | undefined {
  const numbered = findDivisions(text).map(({ episode = 0, ...place }) => ({ ...place, number: episode }));
  const halves = findHalves(text).map(({ index, 0: whole, groups = {} }) => ({
    number: (groups['first'] ?? groups['a']) === undefined ? 2 : 1,
    start: index,
    end: index + whole.length,
  }));
  const inOrder = [...numbered, ...halves].toSorted((a, b) => a.start - b.start);
  return inOrder.find(({ start, end }) => {
    const part = text.slice(start, end);
    const hasEpisode = beginsWithEpisode(text.slice(end)).length > 0;
    if (endsWithSeason(text.slice(0, start)).length > 0) return !isOrdinaryWord(part) || hasEpisode;
    return hasEpisode && ofSeries.test(part) && text.slice(0, start).trim() === '';
  });
}

/**
 * "Part 2, Episode 7": the season is not stated. After a name, the part stays in the name, which is then not
 * that of the whole series.
 */
const ofSeries = /^(?:p\d|part|pt|teil|partie|parte|часть|vol|book|cour)|クール/iu;

/** "del", "osa" and "rész" mean an episode, unless another word for one follows. */
function isOrdinaryWord(part: string): boolean {
  return division(part)[0] === undefined && ordinaryPart(part)[0] !== undefined;
}

/** Blanks replace the part, so that indices into the text stay valid. */
export function withoutPart(text: string, part: SeasonPart | undefined): string {
  if (part === undefined) return text;
  const { start, end } = part;
  return text.slice(0, start) + blank.repeat(end - start) + text.slice(end);
}

/**
 * Whether the part leaves open which episode is meant. The first part counts as the season does; a number too
 * high for a part counts from the first episode of the season or series.
 */
export function isOpenIn({ number }: SeasonPart, { episode }: Pick<LabelMark, 'episode'>): boolean {
  return episode === undefined || (number > 1 && episode <= longestPart);
}

const longestPart = 26;

/** What can divide a season, with its number: "Part 2", "2. Kısım", "第2クール", the 2 of "Season 5.2". */
const findDivisions: FindMarks = marks(() => {
  const word = `${anyPart}|${words.halves}|book|phần|พาร์ท|بخش|p(?=\\d{1,2}[\\s:.|-]{0,3}e)`;
  const number = String.raw`\d{1,2}(?!\d)|[IVX]{1,4}(?!\p{L})`;
  const notOfAll = String.raw`(?!\s?(?:/|(?:${words.total})\s)\s?\d)`;
  return [
    `${wordStart}(?:${word})${link}(?<e>${number})${notOfAll}`,
    `${wordStart}(?<e>\\d{1,2})${ordinal}?\\s?(?:${word})${wordEnd}${notOfAll}`,
    `第?(?<e>${kanji})(?:クール|쿨|部分)`,
    String.raw`(?<=\d\.)(?<e>[1-4])(?=[\s,:–—-]{1,3}(?:${words.episode})\s)`,
  ];
});

/** The first half of a season or the second one: "後編", the B of "Season 3B". */
const findHalves = lazyPattern(
  () => String.raw`(?:(?<first>[前上])|[後后下])[半编編篇][季部]?|하반기|(?<=\d)(?:(?<a>A)|B)(?![\p{L}\d])`,
);

/** A text that ends with the number of a season. */
const endsWithSeason = lazyPattern(() => `${anySeason()}${besideSeason}{0,6}$`);
/** A text that begins with an episode in a form that follows a season. */
const beginsWithEpisode = lazyPattern(() => `^${besideSeason}{1,6}${afterSeason()}`);

const besideSeason = String.raw`[\s)\],;:：、·•・|/([.\-–—_]`;
const division = lazyPattern(() => String.raw`(?<!\p{L})(?:${words.divisions}|${words.halves})(?!\p{L})`);
const ordinaryPart = lazyPattern(() => String.raw`(?<!\p{L})(?:${words.part})(?!\p{L})`);
