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

function pairsOf(text: string): readonly string[] {
  const letters = Array.from(text);
  return letters.slice(1).map((letter, index) => `${letters[index] ?? ''}${letter}`);
}
