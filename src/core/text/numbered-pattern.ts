import { readNumber } from './numerals';

/** Where a text states the number of a season, of an episode, or both. */
export interface NumberedMatch {
  readonly season?: number | undefined;
  readonly episode?: number | undefined;
  /** Indices into the text. */
  readonly start: number;
  readonly end: number;
}

export type FindNumbers = (text: string) => NumberedMatch | undefined;

/** Finds a pattern whose groups `s`, `s2`, `s3` are the season and `e`, `e2` the episode. */
export function numbered(pattern: string): FindNumbers {
  const find = lazyRegExp(pattern);
  return (text) => toNumbers(find(text));
}

/**
 * The first match of a pattern. The expression is compiled at its first use: all shapes together are slow to
 * compile, and most labels have one of the first.
 */
export function lazyRegExp(pattern: string): (text: string) => RegExpExecArray | null {
  let expression: RegExp | undefined;
  return (text) => (expression ??= new RegExp(pattern, 'iu')).exec(text);
}

/** `undefined` also where what looks like a season is not a number ("Season ill"). */
export function toNumbers(match: RegExpExecArray | null): NumberedMatch | undefined {
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
