import { plainDigits, readNumber } from './numerals';

/** What a label such as "Show – S1:E2 – The Title" says, in any of the languages and shapes that sites use. */
export interface SeasonEpisode {
  readonly season?: number | undefined;
  readonly episode?: number | undefined;
  /** What stands behind the numbers. */
  readonly title?: string | undefined;
  /** What stands before them: mostly the series. */
  readonly series?: string | undefined;
}

/** In all languages, as alternatives of a regular expression: see season-words.ts. */
export interface SeasonWords {
  readonly season: string;
  readonly episode: string;
}

/**
 * Undefined when the text has no number of a season or an episode. A date is none ("23.10.2020", daily shows).
 * Two words with their numbers are a season and an episode in any language ("Ukjent 2, nummer 3"). A lone number is an
 * episode only where the whole text is known to be a `label`: "Apollo 13" and "24" are names.
 */
export type SeasonEpisodeParser = (text: string, label?: boolean) => SeasonEpisode | undefined;

export function createSeasonEpisodeParser(words: SeasonWords): SeasonEpisodeParser {
  const shapes = shapesIn(words);
  return (text, label = false) => {
    const bounded = text.slice(0, 1000);
    const digits = plainDigits(bounded);
    const plain = withoutDates(digits);
    for (const shape of shapes) {
      const found = shape(plain, label);
      if (found !== undefined) return withTexts(found, bounded);
    }
    return plain === digits ? lastInteger(plain, bounded, label) : undefined;
  };
}

interface Found {
  readonly season?: number | undefined;
  readonly episode?: number | undefined;
  readonly start: number;
  readonly end: number;
}

type Shape = (text: string, label: boolean) => Found | undefined;

const free = String.raw`(?<![\p{L}\p{N}])`;
const ends = String.raw`(?![\p{L}\p{N}])`;
const seasonNumber = String.raw`(?:19|20)\d\d|\d{1,2}`;
const link = String.raw`[\s_.:#№°-]{0,4}`;
const gap = String.raw`[\s,;:·•|/().\-–—_]{0,6}`;
const ofMany = String.raw`(?:\s?(?:/|of|von|de|di|sur|z)\s?\d{1,4})?`;
const kanji = String.raw`\d{1,4}|[〇零一二两三四五六七八九十百千]{1,7}`;

/** From the surest to the vaguest. */
function shapesIn({ season, episode }: SeasonWords): readonly Shape[] {
  const seasonMark = String.raw`${free}(?:(?:${season})${link}(?<s>${seasonNumber}|[ivxl]{1,6})|[stk](?<s2>${seasonNumber})|(?<s3>\d{1,2})(?:\.|-ª|ª|a|\.ª|st|nd|rd|th|-й)?\s?(?:${season}))${ends}`;
  const findSeason = numbered(seasonMark);
  return [
    // S1:E2 · S01E02 · S2:O3 · T1 Ep.2 · K1, J2 · S1: afl. 6 · Season 1, Ep. 4 · Sezon II, odcinek 2 · sesong-1/episode-2
    numbered(
      String.raw`${seasonMark.replace(ends, '')}${gap}(?:(?:${episode})${link}|\p{L}{1,4}\.?\s?)(?<e>\d{1,4})${ofMany}${ends}`,
    ),
    // 2. Sezon 3. Bölüm · 1. évad 2. rész
    numbered(String.raw`${seasonMark}${gap}(?<e>\d{1,4})(?:\.|-я|-й)?\s?(?:${episode})${ends}`),
    // Series 2: 3. Title · S2 / 7. Title · Saison 2 (3/6)
    numbered(String.raw`${seasonMark}\s?[,:/·•–-]?\s?(?:(?<e>\d{1,4})\.(?=\s)|\((?<e2>\d{1,4})/\d{1,4}\))`),
    // 1x2
    numbered(String.raw`${free}(?<s>\d{1,2})\s?[x×]\s?(?<e>\d{1,4})${ends}`),
    chinese,
    // Ep. 3 · Flg. 1 · Folge 25/42 · Episode 2 of 6 · E12 – Title · F03, with a season that stands anywhere before
    withSeason(
      findSeason,
      String.raw`${free}(?:(?:${episode})${link}(?<e>\d{1,4})|(?:e|f(?=0))(?<e2>\d{1,4}))${ofMany}${ends}`,
    ),
    // 3. Bölüm · 12-я серия
    withSeason(findSeason, String.raw`${free}(?<e>\d{1,4})(?:\.|-я|-й)?\s?(?:${episode})${ends}`),
    // (3/6)
    withSeason(findSeason, String.raw`\((?<e>\d{1,4})\s?/\s?\d{1,4}\)`),
    // 7. Title
    // but not 23. October 2020
    numbered(String.raw`^(?<e>\d{1,4})\.\s+(?=\p{L})(?!\p{L}+\.?\s(?:19|20)\d\d)`),
    findSeason,
  ];
}

/** Compiled when a text gets as far: together they are slow to make, and most labels have one of the first shapes. */
function search(pattern: string): (text: string) => RegExpExecArray | null {
  let expression: RegExp | undefined;
  return (text) => (expression ??= new RegExp(pattern, 'iu')).exec(text);
}

function numbered(pattern: string): (text: string) => Found | undefined {
  const find = search(pattern);
  return (text) => toFound(find(text));
}

function withSeason(findSeason: (text: string) => Found | undefined, pattern: string): Shape {
  const find = numbered(pattern);
  return (text) => {
    const found = find(text);
    const season = found && findSeason(text.slice(0, found.start));
    return season ? { ...found, season: season.season, start: season.start } : found;
  };
}

/** Undefined also where what looks like a season is no number ("Season ill"). */
function toFound(match: RegExpExecArray | null): Found | undefined {
  if (match === null) return undefined;
  const { s, s2, s3, e, e2 } = match.groups ?? {};
  const written = s ?? s2 ?? s3;
  const season = readNumber(written ?? '', 'any');
  if (written !== undefined && season === undefined) return undefined;
  return {
    season,
    episode: readNumber(e ?? e2 ?? '', 'any'),
    start: match.index,
    end: match.index + match[0].length,
  };
}

const cjkSeason = search(
  String.raw`(?:シーズン|시즌|第)\s?(?<s>${kanji})\s?(?<unit>季|期|部|シーズン|シリーズ)?`,
);
const cjkEpisode = numbered(
  String.raw`(?:第|제|#)?\s?(?<e>${kanji})\s?(?:話|话|集|回|화|회)|エピソード\s?(?<e2>\d{1,4})`,
);
const cjkIssue = numbered(String.raw`第\s?(?<e>${kanji})\s?期`);

/** 第2期 第3話 · シーズン二 · 第十二集 · 1화 · 第5期 alone is the fifth season, or as a label the fifth edition of a show. */
function chinese(text: string, label: boolean): Found | undefined {
  const match = cjkSeason(text);
  const season =
    match?.[0].startsWith('第') === true && match.groups?.['unit'] === undefined ? undefined : toFound(match);
  const rest = season?.end ?? 0;
  const episode = cjkEpisode(text.slice(rest));
  if (episode === undefined) return (label && season && cjkIssue(text)) || season;
  return {
    season: season?.season,
    episode: episode.episode,
    start: season?.start ?? episode.start,
    end: rest + episode.end,
  };
}

/** Dates become blanks of the same length, so that places in the text stay true. */
function withoutDates(text: string): string {
  return text.replaceAll(
    /(?<!\d)(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d\d|(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2}|(?:19|20)\d\d\s?[年년]\s?\d{1,2}\s?[月월](?:\s?\d{1,2}\s?[日일])?)(?!\d)/gu,
    (date) => ' '.repeat(date.length),
  );
}

/** "Ukjent 2, nummer 3", and of a label also "Ukjent 3" and "3". Years, and a number that begins a title, are none. */
function lastInteger(plain: string, text: string, label: boolean): SeasonEpisode | undefined {
  if (label && /^\s*\d{1,4}\s*$/.test(plain))
    return isYear(Number(plain)) ? undefined : { episode: Number(plain) };
  const match =
    /^\s*(?:\p{L}{1,14}[\s.:#]{0,3}(\d{1,2})[\s,;:·•|/–-]{1,4})?\p{L}{1,14}[\s.:#]{0,3}(\d{1,4})(?=\s*(?:$|[:|·•–-]))/u.exec(
      plain,
    );
  const episode = Number(match?.[2]);
  if (match === null || isYear(episode) || (match[1] === undefined && !label)) return undefined;
  const season = match[1] === undefined ? undefined : Number(match[1]);
  return withTexts({ season, episode, start: 0, end: match[0].length }, text);
}

function isYear(number: number): boolean {
  return number >= 1900 && number < 2100;
}

function withTexts({ season, episode, start, end }: Found, text: string): SeasonEpisode {
  const series = text
    .slice(0, start)
    .replace(/[\s,;:·•|/([{"“„«\-–—]+$/u, '')
    .trim();
  const title = text
    .slice(end)
    .replace(/^[\s,;:.·•|/)\]}\-–—]+/u, '')
    .replace(/^["“„«「『]\s?([^"“”„«»「」『』]*)\s?["“”»」』]$/u, '$1')
    .trim();
  return { season, episode, title: title || undefined, series: series || undefined };
}
