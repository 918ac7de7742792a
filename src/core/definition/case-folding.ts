import { matchedPoints } from './matched-points';

/**
 * By code point, all code points that the flag i can take for it, itself included. A group may have a member
 * too many (the tables of the engine cannot be read), never one too few: letters with the same small letter
 * or capital, or the same capitals written out (`ẞ` and `ß`, `ﬅ` and `ﬆ`).
 */
export function caseVariants(): ReadonlyMap<number, readonly number[]> {
  variants ??= findVariants();
  return variants;
}

let variants: ReadonlyMap<number, readonly number[]> | undefined;

function findVariants(): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<string, Set<number>>();
  const found = new Map<number, Set<number>>();
  for (const point of pointsOf(matchedPoints(String.raw`\p{Changes_When_Casemapped}`))) {
    const letter = String.fromCodePoint(point);
    const [small, capital] = [letter.toLowerCase(), letter.toUpperCase()];
    const names = new Set([letter, small, capital, capital.toLowerCase(), small.toUpperCase()]);
    const [group = new Set<number>(), ...others] = new Set(
      [...names].flatMap((name) => groups.get(name) ?? []),
    );
    for (const other of others) for (const member of other) group.add(member);
    group.add(point);
    for (const name of names) groups.set(name, group);
    for (const member of group) found.set(member, group);
    for (const [name, other] of others.length === 0 ? [] : groups)
      if (others.includes(other)) groups.set(name, group);
  }
  return new Map([...found].map(([point, group]) => [point, [...group]]));
}

/** The code points of a set, from its borders. */
export function pointsOf(borders: readonly number[]): number[] {
  return borders.flatMap((from, index) =>
    index % 2 === 0 ? Array.from({ length: (borders[index + 1] ?? from) - from }, (_, at) => from + at) : [],
  );
}
