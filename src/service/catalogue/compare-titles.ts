import { plainTitle } from '../../core/text/normalize-title';

/** 1: the same after normalising. Above 0: near enough to be offered. 0: something else. */
export function titleScore(asked: string, known: string): number {
  const a = plainTitle(asked);
  const b = plainTitle(known);
  // Nothing is left of a title of signs alone: then the signs decide.
  if (a === '' || b === '') return asked.trim() === known.trim() ? 1 : 0;
  if (a === b) return 1;
  const words = b.split(' ');
  const asPrefix =
    a.length >= 3 && a.split(' ').every((word) => words.some((other) => other.startsWith(word)));
  const similarity = dice(a, b);
  if (asPrefix) return Math.max(0.6, similarity);
  return similarity >= 0.75 ? similarity : 0;
}

/** Share of the letter pairs that both have. */
function dice(a: string, b: string): number {
  const left = pairs(a);
  const right = pairs(b);
  if (left.length === 0 || right.length === 0) return 0;
  const rest = [...right];
  let shared = 0;
  for (const pair of left) {
    const at = rest.indexOf(pair);
    if (at < 0) continue;
    rest.splice(at, 1);
    shared += 1;
  }
  return (2 * shared) / (left.length + right.length);
}

function pairs(text: string): string[] {
  const letters = Array.from(text.replaceAll(' ', ''));
  return letters.slice(1).map((letter, index) => `${letters[index] ?? ''}${letter}`);
}
