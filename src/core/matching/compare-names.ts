import { plainTitle } from '../text/normalize-title';
import { comparableTitle, withoutFirstPart } from './comparable-title';
import { similarity } from '../text/similarity';
import { titleWords } from './title-words';

/** How two names are alike. `script`: in different scripts, so that they cannot be compared. */
export type Likeness = 'same' | 'variant' | 'near' | 'part' | 'script' | 'differs';

/** Compares what a page states (`a`) with one name that is known (`b`). */
export function compareNames(a: string, b: string): Likeness {
  const [one, other] = [comparableTitle(a), comparableTitle(b)];
  // Normalising leaves nothing of a name of signs alone ("?"), so the signs are compared.
  if (one === '' || other === '') return a.trim() === b.trim() ? 'same' : 'differs';
  if (one === other) return isSame(a, b) ? 'same' : 'variant';
  return withoutFirstPart(a) === other ? 'variant' : compareDifferent(one, other);
}

/** Of two titles that are comparable, and not the same. */
function compareDifferent(one: string, other: string): Likeness {
  if (numbersOf(one) !== numbersOf(other)) return scriptOf(one) === scriptOf(other) ? 'differs' : 'script';
  if (isVariant(one, other)) return 'variant';
  if (scriptOf(one) !== scriptOf(other)) return 'script';
  if (isPart(one, other)) return 'part';
  return isNear(one, other) ? 'near' : 'differs';
}

/** Only case, accents and signs differ, and no sign at the end: "Mother" is another film than "mother!". */
function isSame(a: string, b: string): boolean {
  return plainTitle(a) === plainTitle(b) && lettersOf(a) === lettersOf(b) && endOf(a) === endOf(b);
}

/** Signs at the end that tell seasons of anime and some films apart; the width does not count. */
function endOf(title: string): string {
  return /(?<![!?×☆★♪∬°])[!?×☆★♪∬°]+$/u.exec(title.normalize('NFKC').trim())?.[0] ?? '';
}

/** The number of letters and digits, which an article changes, and signs and case do not. */
function lettersOf(text: string): number {
  return text.normalize('NFKD').replaceAll(/[^\p{L}\p{N}]/gu, '').length;
}

/** Other spaces ("Spider-Man", "Spiderman"), or the same words in another order. */
function isVariant(one: string, other: string): boolean {
  if (one.replaceAll(' ', '') === other.replaceAll(' ', '')) return true;
  return one.length >= leastWordsLength && sortedWords(one) === sortedWords(other);
}

function sortedWords(text: string): string {
  return text.split(' ').toSorted().join(' ');
}

/** "Dune" and "Dune: Part One"; "千と千尋" and "千と千尋の神隠し", where no space parts words. */
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

/** -1: another one. */
function scriptOf(text: string): number {
  scripts ??= titleWords.scripts.map((script) => new RegExp(script, 'u'));
  return scripts.findIndex((script) => script.test(text));
}

const unspaced = /[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u;

/** Made when it is used: the words can be in a file. */
let scripts: readonly RegExp[] | undefined;

/** Letters from which on the order of words does not matter: "A New Hope" is not "Hope, a New". */
const leastWordsLength = 12;
/** Letters below which one letter makes another title ("Her", "Hero"). */
const leastNearLength = 8;
const leastSimilarity = 0.8;
