import { codePointOf, isClassEscape, itemsOf } from './regex-syntax';

/**
 * A set of code points as ascending borders: it contains the points from the first border up to the second,
 * from the third up to the fourth, and so on; the upper border is excluded.
 */
export type CharacterSet = number[];

/**
 * The code points that one atom of an expression (a class, an escape, a character) can match, with the flag u
 * or with the flags iu, whichever matches more. The running JavaScript engine says what `\p{…}`, `\w` and the
 * like match, so the set follows its Unicode version.
 */
export function characterSet(source: string): CharacterSet {
  if (source === '.') return EVERY;
  if (isClassEscape(source)) return closeOverCase(matchedPoints(source));
  if (!source.startsWith('[')) return closeOverCase([codePointOf(source), codePointOf(source) + 1]);
  const isNegated = source.startsWith('[^');
  const sets = itemsOf(source.slice(isNegated ? 2 : 1, -1)).map(({ from, to }) =>
    to === undefined && isClassEscape(from)
      ? matchedPoints(from)
      : [codePointOf(from), codePointOf(to ?? from) + 1],
  );
  const union = unite(sets);
  // A negated class matches more without the flag i; any other class matches more with it.
  return isNegated ? complementOf(union) : closeOverCase(union);
}

/** Adds the case variants of every character in the set, as the flag i does. */
function closeOverCase(set: CharacterSet): CharacterSet {
  const variants = (set.at(-1) ?? 0) <= 0x80 ? LATIN : caseVariants();
  const size = set.reduce((sum, point, index) => sum + (index % 2 === 0 ? -point : point), 0);
  const letters = size < variants.size ? pointsOf(set) : [...variants.keys()].filter((one) => has(set, one));
  const added = letters.flatMap((point) => variants.get(point) ?? []).filter((point) => !has(set, point));
  return added.length === 0 ? set : unite([set, ...added.map((point) => [point, point + 1])]);
}

function unite(sets: CharacterSet[]): CharacterSet {
  const steps = new Map<number, number>();
  for (const set of sets)
    for (const [index, point] of set.entries())
      steps.set(point, (steps.get(point) ?? 0) + (index % 2 === 0 ? 1 : -1));
  const borders: number[] = [];
  let depth = 0;
  for (const point of [...steps.keys()].sort((a, b) => a - b)) {
    const next = depth + (steps.get(point) ?? 0);
    if ((depth === 0) !== (next === 0)) borders.push(point);
    depth = next;
  }
  return borders;
}

function complementOf(set: CharacterSet): CharacterSet {
  const before = set[0] === 0 ? set.slice(1) : [0, ...set];
  return before.at(-1) === END ? before.slice(0, -1) : [...before, END];
}

/** Binary search for a code point in a set. */
function has(set: CharacterSet, point: number): boolean {
  let [low, high] = [0, set.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((set[middle] ?? END) <= point) low = middle + 1;
    else high = middle;
  }
  return low % 2 === 1;
}

/** One past the last code point of Unicode. */
const END = 0x110000;

const EVERY: CharacterSet = [0, END];

const SIGNS = new Map([
  ['k', ['\u212a']],
  ['s', ['\u017f']],
]);

/** Case variants within ASCII. With the flag u, `k` also matches the kelvin sign and `s` the long s. */
const LATIN: ReadonlyMap<number, number[]> = new Map(
  Array.from('abcdefghijklmnopqrstuvwxyz', (small) => {
    const group = [small, small.toUpperCase(), ...(SIGNS.get(small) ?? [])];
    return group.map((letter) => letter.codePointAt(0) ?? 0);
  }).flatMap((group) => group.map((point) => [point, group] as const)),
);

/**
 * By code point, all code points that the flag i may treat as equal, itself included. The engine's own tables
 * cannot be read, so a group may contain a member too many, but never one too few. Letters belong together if
 * they share a small letter or a capital, or if their capitals are the same text (`ẞ` and `ß`, `ﬅ` and `ﬆ`).
 */
export function caseVariants(): ReadonlyMap<number, number[]> {
  variants ??= findVariants();
  return variants;
}

let variants: ReadonlyMap<number, number[]> | undefined;

function findVariants(): ReadonlyMap<number, number[]> {
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
function pointsOf(borders: number[]): number[] {
  return borders.flatMap((from, index) =>
    index % 2 === 0 ? Array.from({ length: (borders[index + 1] ?? from) - from }, (_, at) => from + at) : [],
  );
}

/**
 * The code points that an escape such as `\p{L}` or `\w` matches with the flag u, as ascending borders (see
 * CharacterSet). They are found by running the engine, whose Unicode version counts; one escape takes about 3
 * ms.
 */
function matchedPoints(escape: string): number[] {
  const known = answers.get(escape);
  if (known !== undefined) return known;
  const borders: number[] = [];
  const add = (from: number, to: number) => {
    if (borders.at(-1) === from) borders[borders.length - 1] = to;
    else borders.push(from, to);
  };
  const runs = new RegExp(`(?:${escape})+`, 'gu');
  for (const { first, text, width } of blocks()) {
    for (const { index, 0: run } of text.matchAll(runs))
      add(first + index / width, first + (index + run.length) / width);
  }
  const one = new RegExp(`^(?:${escape})$`, 'u');
  for (const [from, to] of UNIFORM) if (one.test(String.fromCodePoint(from))) add(from, to);
  const sorted = inOrder(borders);
  if (answers.size > 50) answers = new Map(SMALL);
  answers.set(escape, sorted);
  return sorted;
}

/** Small sets that need no test run. */
const SMALL: (readonly [string, number[]])[] = [
  [String.raw`\d`, [0x30, 0x3a]],
  [String.raw`\w`, [0x30, 0x3a, 0x41, 0x5b, 0x5f, 0x60, 0x61, 0x7b]],
];

let answers = new Map(SMALL);

/** A text of consecutive characters, to be tested in one go. */
type Block = Readonly<{
  first: number;
  text: string;
  /** Number of UTF-16 units of each character. */
  width: number;
}>;

/** All assigned characters except those in UNIFORM. */
function blocks(): Block[] {
  made ??= [
    [0, 0xd800],
    [0xe000, 0xfffe],
    [0x10000, 0x1fffe],
    [0x20000, 0x2fffe],
    [0x30000, 0x3fffe],
    [0xe0000, 0xe1000],
  ].map(([first = 0, end = 0]) => {
    return first < 0x10000
      ? { first, text: textOf(end - first, (units, at) => (units[at] = first + at)), width: 1 }
      : { first, text: textOf(2 * (end - first), (units, at) => (units[at] = halfOf(first, at))), width: 2 };
  });
  return made;
}

let made: Block[] | undefined;

function textOf(length: number, fill: (units: Uint16Array, at: number) => void): string {
  const units = new Uint16Array(length);
  for (let at = 0; at < length; at += 1) fill(units, at);
  return new TextDecoder('utf-16le').decode(units);
}

/** A surrogate: the first or second half of a character above U+FFFF. */
function halfOf(first: number, at: number): number {
  const offset = first - 0x10000 + (at >> 1);
  return at % 2 === 0 ? 0xd800 + (offset >> 10) : 0xdc00 + (offset & 0x3ff);
}

/**
 * Ranges whose characters all have the same properties: surrogates, noncharacters, unassigned and private-use
 * ones.
 */
const UNIFORM: (readonly [number, number])[] = [
  [0xd800, 0xe000],
  ...Array.from({ length: 17 }, (_, plane) => [plane * 0x10000 + 0xfffe, (plane + 1) * 0x10000] as const),
  ...[4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16].map(
    (plane) => [plane * 0x10000, plane * 0x10000 + 0xfffe] as const,
  ),
  [0xe1000, 0xefffe],
];

/** Sorts pairs of borders into one ascending list. */
function inOrder(borders: number[]): number[] {
  const pairs = Array.from({ length: borders.length / 2 }, (_, index) => [
    borders[2 * index] ?? 0,
    borders[2 * index + 1] ?? 0,
  ]);
  const merged: number[] = [];
  for (const [from = 0, to = 0] of pairs.sort(([a = 0], [b = 0]) => a - b)) {
    if (merged.at(-1) === from) merged[merged.length - 1] = to;
    else merged.push(from, to);
  }
  return merged;
}
