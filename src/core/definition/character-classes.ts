import type { Work } from './regex-graph';
import { characterSet, type CharacterSet } from './character-set';

/**
 * Divides all characters into classes that no atom of the expression tells apart, and says for each atom
 * which classes it matches: bit n for class n. Two atoms have a character in common exactly if they have a
 * bit in common, and the same holds for three.
 */
export function characterClasses(atoms: ReadonlySet<string>, work?: Work): ReadonlyMap<string, bigint> {
  const sets = [...atoms].map((atom) => {
    const properties = atom.match(/\\[pP]\{/g)?.length ?? 0;
    work?.step(STEPS_OF_SET + STEPS_OF_PROPERTY * properties);
    const set = characterSet(atom);
    work?.step(set.length);
    return set;
  });
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

/** What the set of an atom costs, whatever its size. */
const STEPS_OF_SET = 100;
/** What a `\p{…}` costs that the engine was not asked for yet. */
const STEPS_OF_PROPERTY = 10_000;
