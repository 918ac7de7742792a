import { lazyPattern } from './label-pattern';
import type { Mark } from './label-marks';

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

/** The text in which numbers are found, and what stood at its places. */
export interface StatedText {
  readonly plain: string;
  readonly slice: (start: number, end: number) => string;
}

/** The numbers with the texts before and behind them. */
export function withTexts({ season, episode, start, end }: Mark, text: StatedText): SeasonEpisode {
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

/** From the quality of a file on, or only its extension. */
const fileFact = lazyPattern(
  () =>
    String.raw`[\s._-]*(?:[[(][^\][()]{0,40})?(?<![\p{L}\d])(?:(?:480|576|720|1080|2160)[pi]|` +
    String.raw`web-?(?:dl|rip)|hdtv|dvdrip|bluray|[hx]\.?26[45]|[0-9a-f]{8}(?=[\])])|` +
    String.raw`(?<=[[(])(?:dvd|bd)(?=[\])]))(?![\p{L}\d])|\.(?:mkv|mp4|avi|m4v|webm)$`,
);
