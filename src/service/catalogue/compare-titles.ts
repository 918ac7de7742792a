import { plainTitle } from '../../core/text/normalize-title';
import { similarity } from '../../core/text/similarity';

/**
 * How well a known title answers a query: 1 the same after normalising, above 0 near enough to be offered, 0
 * another.
 */
export function titleScore(asked: string, known: string): number {
  const a = plainTitle(asked);
  const b = plainTitle(known);
  // Normalising leaves nothing of a title of signs alone, so the signs are compared.
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

/** Letters below which a beginning says too little. */
const leastPrefixLength = 3;
const leastPrefixScore = 0.6;
/** Titles that are less alike are different titles, not spellings. */
const leastSimilarity = 0.75;
