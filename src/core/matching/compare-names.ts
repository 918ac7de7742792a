import { plainTitle } from '../text/normalize-title';
import { titleWords } from './title-words';

/** How alike two names are. `script`: they are in different scripts and cannot be compared. */
export type Likeness = 'same' | 'variant' | 'near' | 'part' | 'script' | 'differs';

/** Compares the name on a page (`a`) with one known name (`b`). */
export function compareNames(a: string, b: string): Likeness {
  const [one, other] = [comparableTitle(a), comparableTitle(b)];
  // Normalising removes everything from a name that consists of punctuation ("?"), so the original text is
  // compared.
  if (one === '' || other === '') return a.trim() === b.trim() ? 'same' : 'differs';
  if (one === other) return isSame(a, b) ? 'same' : 'variant';
  return withoutFirstPart(a) === other ? 'variant' : compareDifferent(one, other);
}

/** Expects two comparable titles that are not the same. */
function compareDifferent(one: string, other: string): Likeness {
  if (numbersOf(one) !== numbersOf(other)) return scriptOf(one) === scriptOf(other) ? 'differs' : 'script';
  if (isVariant(one, other)) return 'variant';
  if (scriptOf(one) !== scriptOf(other)) return 'script';
  if (isPart(one, other)) return 'part';
  return isNear(one, other) ? 'near' : 'differs';
}

/**
 * The names differ only in case, accents and punctuation, except at the end: "Mother" is another film than
 * "mother!".
 */
function isSame(a: string, b: string): boolean {
  return plainTitle(a) === plainTitle(b) && lettersOf(a) === lettersOf(b) && endOf(a) === endOf(b);
}

/**
 * Punctuation at the end, which distinguishes seasons of anime and some films. Full-width and half-width
 * forms are equal.
 */
function endOf(title: string): string {
  return /(?<![!?×☆★♪∬°])[!?×☆★♪∬°]+$/u.exec(title.normalize('NFKC').trim())?.[0] ?? '';
}

/** Counts letters and digits. Articles change this count; punctuation and case do not. */
function lettersOf(text: string): number {
  return text.normalize('NFKD').replaceAll(/[^\p{L}\p{N}]/gu, '').length;
}

/** The names differ in spacing ("Spider-Man", "Spiderman") or in the order of words. */
function isVariant(one: string, other: string): boolean {
  if (one.replaceAll(' ', '') === other.replaceAll(' ', '')) return true;
  return one.length >= leastWordsLength && sortedWords(one) === sortedWords(other);
}

function sortedWords(text: string): string {
  return text.split(' ').toSorted().join(' ');
}

/**
 * One name contains the other: "Dune" and "Dune: Part One"; "千と千尋" and "千と千尋の神隠し", where words are not
 * separated by spaces.
 */
function isPart(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (unspaced.test(short)) return short.length >= 2 && (long.startsWith(short) || long.endsWith(short));
  return long.startsWith(`${short} `) || long.endsWith(` ${short}`);
}

function isNear(one: string, other: string): boolean {
  return Math.min(one.length, other.length) >= leastNearLength && similarity(one, other) >= leastSimilarity;
}

function numbersOf(text: string): string {
  return (text.match(/\p{N}+/gu) ?? []).toSorted().join(' ');
}

/** Index of the script; -1 for any other one. */
function scriptOf(text: string): number {
  scripts ??= titleWords.scripts.map((script) => new RegExp(script, 'u'));
  return scripts.findIndex((script) => script.test(text));
}

const unspaced = /[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u;

/** Created on first use: the words may still have to be read from a file. */
let scripts: RegExp[] | undefined;

/**
 * From this many letters on the order of words does not matter. For shorter names it does: "A New Hope" is
 * not "Hope, a New".
 */
const leastWordsLength = 12;

/** In names with fewer letters than this, one letter makes another title ("Her", "Hero"). */
const leastNearLength = 8;

const leastSimilarity = 0.8;

/**
 * A normalised title in which part numbers are written in one way: Part I, Part One, Teil 1, 1ª parte and
 * Vol. 1 become the number alone, so "Rocky III" equals "Rocky 3". Letters that differ only by a mark that
 * one language omits are equal too: Turkish ı, Vietnamese đ.
 */
export function comparableTitle(title: string): string {
  // "8½" is "8 1/2".
  const plain = plainTitle(title.replaceAll(/(?<=\d)[½⅓¼¾]/g, ' $&')).replaceAll(/[ıđð]/g, (letter) =>
    letter === 'ı' ? 'i' : 'd',
  );
  made ??= makePatterns();
  const { numbers, numberLast, numberFirst, cjkPart } = made;
  const numeral = (stated: string) => numbers[stated] ?? stated;
  return plain
    .replaceAll(numberLast, (_, before: string, number: string) => `${before}${numeral(number)}`)
    .replaceAll(numberFirst, (_, before: string, number: string) => `${before}${numeral(number)}`)
    .replaceAll(cjkPart, (_, number: string) => ` ${numeral(number)}`)
    .trim();
}

/**
 * "wicked" for "wicked 1": the first part is often known without its number. `undefined` if no part is named.
 */
function withoutFirstPart(title: string): string | undefined {
  const plain = plainTitle(title);
  const comparable = comparableTitle(title);
  return plain !== comparable && comparable.endsWith(' 1') ? comparable.slice(0, -2) : undefined;
}

/** Created on first use: the words may still have to be read from a file. */
let made: ReturnType<typeof makePatterns> | undefined;

function makePatterns() {
  const numbers: Readonly<Record<string, string>> = Object.fromEntries(
    titleWords.numbers.flatMap((line) => line.split(' ').map((word, index) => [word, `${index + 1}`])),
  );
  const number = `\\d{1,2}|${Object.keys(numbers).join('|')}`;
  return {
    numbers,
    cjkPart: new RegExp(titleWords.cjkPart, 'gu'),
    numberLast: new RegExp(`(^| )(?:${titleWords.part}) (${number})(?= |$)`, 'gu'),
    numberFirst: new RegExp(`(^| )(${number})${titleWords.ordinal} (?:${titleWords.part})(?= |$)`, 'gu'),
  };
}

/**
 * How alike two texts are, 0 to 1: the Sørensen–Dice coefficient over pairs of neighbouring letters, each
 * pair counted as often as it occurs. 0 where one of the texts has no pair. Normalise the texts first.
 */
export function similarity(a: string, b: string): number {
  const [one, other] = [pairsOf(a), pairsOf(b)];
  const counts = new Map<string, number>();
  for (const pair of other) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  const shared = one.filter((pair) => {
    const left = counts.get(pair) ?? 0;
    counts.set(pair, left - 1);
    return left > 0;
  }).length;
  return shared === 0 ? 0 : (2 * shared) / (one.length + other.length);
}

function pairsOf(text: string): string[] {
  const letters = Array.from(text);
  return letters.slice(1).map((letter, index) => `${letters[index] ?? ''}${letter}`);
}
