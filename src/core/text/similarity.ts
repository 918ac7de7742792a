/**
 * How alike two texts are, 0 to 1: the Sørensen–Dice coefficient over pairs of neighbouring letters, each
 * pair counted as often as it occurs. 0 where one of the texts has no pair. Normalise the texts first.
 */
export function similarity(a: string, b: string): number {
  const [one, other] = [pairCounts(a), pairCounts(b)];
  let shared = 0;
  for (const [pair, count] of one) shared += Math.min(count, other.get(pair) ?? 0);
  return shared === 0 ? 0 : (2 * shared) / (total(one) + total(other));
}

function pairCounts(text: string): ReadonlyMap<string, number> {
  const letters = Array.from(text);
  const counts = new Map<string, number>();
  for (const [index, letter] of letters.slice(1).entries()) {
    const pair = `${letters[index] ?? ''}${letter}`;
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return counts;
}

function total(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
