import { characterSet, type CharacterSet } from './character-set';

/**
 * Divides all characters into classes that no atom of the expression tells apart, and says for each atom
 * which classes it matches: bit n for class n. Two atoms have a character in common exactly if they have a
 * bit in common, and the same holds for three.
 */
export function characterClasses(atoms: ReadonlySet<string>): ReadonlyMap<string, bigint> {
  const sets = [...atoms].map(characterSet);
  const classes = signaturesOf(sets);
  return new Map(
    [...atoms].map((atom, index) => [
      atom,
      classes.reduce(
        (mask, signature, bit) => ((signature >> BigInt(index)) & 1n ? mask | (1n << BigInt(bit)) : mask),
        0n,
      ),
    ]),
  );
}

/** For each class, which of the sets contain it: bit n for set n. */
function signaturesOf(sets: readonly CharacterSet[]): readonly bigint[] {
  const changes = new Map<number, bigint>();
  for (const [index, set] of sets.entries())
    for (const point of set) changes.set(point, (changes.get(point) ?? 0n) ^ (1n << BigInt(index)));
  const found = new Set<bigint>();
  let signature = 0n;
  for (const point of [...changes.keys()].sort((a, b) => a - b)) {
    signature ^= changes.get(point) ?? 0n;
    if (signature !== 0n) found.add(signature);
  }
  return [...found];
}
