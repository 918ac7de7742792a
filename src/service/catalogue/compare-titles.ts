import { plainTitle } from '../../core/text/normalize-title';
import { similarity } from '../../core/matching/compare-names';

/**
 * How well a known title matches a query: 1 if equal after normalising, above 0 if near enough to be offered,
 * 0 otherwise.
 */
export function titleScore(asked: string, known: string): number {
  const a = plainTitle(asked);
  const b = plainTitle(known);
  // Normalising removes everything from a title that consists of punctuation, so the original text is
  // compared.
  if (a === '' || b === '') return asked.trim() === known.trim() ? 1 : 0;
  if (a === b) return 1;
  const close = similarity(a.replaceAll(' ', ''), b.replaceAll(' ', ''));
  if (isPrefixOfWords(a, b)) return Math.max(leastPrefixScore, close);
  return close >= leastSimilarity ? close : 0;
}

/** Every word of the query begins a word of the title, as while somebody is still typing. */
function isPrefixOfWords(asked: string, known: string): boolean {
  const words = known.split(' ');
  return (
    asked.length >= leastPrefixLength &&
    asked.split(' ').every((word) => words.some((other) => other.startsWith(word)))
  );
}

/** A shorter beginning, in letters, says too little. */
const leastPrefixLength = 3;
const leastPrefixScore = 0.6;
/** Titles less similar than this are different titles, not spellings. */
const leastSimilarity = 0.75;
