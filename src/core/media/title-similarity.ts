import { plainTitle } from '../text/normalize-title';
import { similarity } from '../text/similarity';

/**
 * How likely two titles name the same work, 0 to 1. Titles in different scripts cannot be compared letter by
 * letter; they get just enough to be accepted. Nearly the same letters are not enough by themselves ("Alien"
 * and "Aliens", "Her" and "Hero"), unless the year agrees too.
 */
export function titleSimilarity(a: string, b: string, sameYear = false): number {
  const [one, other] = [plainTitle(a), plainTitle(b)];
  if (one === '' || other === '') return 0;
  if (one === other) return 1;
  if (numbersOf(one) !== numbersOf(other)) return otherNumber;
  if (scriptOf(one) !== scriptOf(other)) return otherScript;
  if (one.replaceAll(' ', '') === other.replaceAll(' ', '')) return otherSpacing;
  return Math.max(letterSimilarity(one, other, sameYear), prefixSimilarity(one, other));
}

function letterSimilarity(one: string, other: string, sameYear: boolean): number {
  const close = similarity(one, other);
  const isSpelling = close >= 0.9 && Math.min(one.length, other.length) >= longTitle;
  return sameYear || isSpelling ? close : close * 0.75;
}

/** "Dune" and "Dune: Part One" are near, not the same; a long shared beginning weighs more. */
function prefixSimilarity(one: string, other: string): number {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return long.startsWith(`${short} `) ? 0.5 + 0.4 * (short.length / long.length) : 0;
}

function numbersOf(text: string): string {
  return (text.match(/\p{N}+/gu) ?? []).join(' ');
}

function scriptOf(text: string): string {
  return scripts.find(([, pattern]) => pattern.test(text))?.[0] ?? 'other';
}

/** The first that occurs in a title is its script. */
const scripts: readonly (readonly [string, RegExp])[] = [
  ['cjk', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['hangul', /\p{Script=Hangul}/u],
  ['cyrillic', /\p{Script=Cyrillic}/u],
  ['arabic', /\p{Script=Arabic}/u],
  ['hebrew', /\p{Script=Hebrew}/u],
  ['greek', /\p{Script=Greek}/u],
  ['thai', /\p{Script=Thai}/u],
  ['devanagari', /\p{Script=Devanagari}/u],
  ['latin', /\p{Script=Latin}|\p{N}/u],
];

/** A sequel: far below the bar. */
const otherNumber = 0.3;
/** Just above the bar of match-confidence.ts. */
const otherScript = 0.75;
const otherSpacing = 0.95;
/** Letters from which on a difference of one or two is a spelling, and not another title. */
const longTitle = 20;
