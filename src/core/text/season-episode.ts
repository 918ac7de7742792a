import type { NumberedMatch } from './numbered-pattern';
import { plainDigits } from './numerals';
import { seasonEpisodeShapes, type SeasonWords } from './season-episode-shapes';

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
}

/**
 * `undefined` when the text has no number of a season or an episode. A date is none ("23.10.2020", daily
 * shows). Two words with their numbers are a season and an episode in any language ("Ukjent 2, nummer 3"). A
 * number alone is an episode only where the whole text is known to be a `label`: "Apollo 13" and "24" are
 * names. At most 1,000 characters are read.
 */
export type SeasonEpisodeParser = (text: string, label?: boolean) => SeasonEpisode | undefined;

export function createSeasonEpisodeParser(words: SeasonWords): SeasonEpisodeParser {
  const shapes = seasonEpisodeShapes(words);
  return (text, label = false) => {
    const bounded = text.slice(0, maxLength);
    const digits = plainDigits(bounded);
    const plain = withoutDates(digits);
    for (const shape of shapes) {
      const found = shape(plain, label);
      if (found !== undefined) return withTexts(found, bounded);
    }
    return plain === digits ? lastInteger(plain, bounded, label) : undefined;
  };
}

const maxLength = 1_000;

const dates = [
  String.raw`\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d\d`,
  String.raw`(?:19|20)\d\d[./-]\d{1,2}[./-]\d{1,2}`,
  String.raw`(?:19|20)\d\d\s?[年년]\s?\d{1,2}\s?[月월](?:\s?\d{1,2}\s?[日일])?`,
].join('|');
const datePattern = new RegExp(String.raw`(?<!\d)(?:${dates})(?!\d)`, 'gu');

/** Dates become blanks of the same length, so that indices into the text stay valid. */
function withoutDates(text: string): string {
  return text.replaceAll(datePattern, (date) => ' '.repeat(date.length));
}

const wordAndLink = String.raw`\p{L}{1,14}[\s.:#]{0,3}`;
const seasonInAnyWords = String.raw`(?:${wordAndLink}(?<season>\d{1,2})[\s,;:·•|/–-]{1,4})?`;
const episodeInAnyWords = String.raw`${wordAndLink}(?<episode>\d{1,4})(?=\s*(?:$|[:|·•–-]))`;
const anyWordsPattern = new RegExp(String.raw`^\s*${seasonInAnyWords}${episodeInAnyWords}`, 'u');

/**
 * The last number of a text that no shape fits: "Ukjent 2, nummer 3", and of a label also "Ukjent 3" and "3".
 * A year is no episode, nor is a number that begins a title.
 */
function lastInteger(plain: string, text: string, label: boolean): SeasonEpisode | undefined {
  if (label && /^\s*\d{1,4}\s*$/.test(plain)) return withoutYear({ episode: Number(plain) });
  const match = anyWordsPattern.exec(plain);
  const { season, episode } = match?.groups ?? {};
  if (match === null || (season === undefined && !label)) return undefined;
  const numbers = { season: season === undefined ? undefined : Number(season), episode: Number(episode) };
  return withoutYear(withTexts({ ...numbers, start: 0, end: match[0].length }, text));
}

function withoutYear(found: SeasonEpisode): SeasonEpisode | undefined {
  const { episode = 0 } = found;
  return episode >= 1900 && episode < 2100 ? undefined : found;
}

function withTexts({ season, episode, start, end }: NumberedMatch, text: string): SeasonEpisode {
  const series = text.slice(0, start).replace(separatorsAtEnd, '').trim();
  const title = text.slice(end).replace(separatorsAtStart, '').replace(quoted, '$1').trim();
  return { season, episode, title: title || undefined, series: series || undefined };
}

const separatorsAtEnd = /[\s,;:·•|/([{"“„«\-–—]+$/u;
const separatorsAtStart = /^[\s,;:.·•|/)\]}\-–—]+/u;
/** A title that is quoted as a whole loses its quotation marks. */
const quoted = /^["“„«「『]\s?([^"“”„«»「」『』]*)\s?["“”»」』]$/u;
