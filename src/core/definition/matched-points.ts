/**
 * The code points that an escape such as `\p{L}` or `\w` matches with the flag u, as ascending borders (see
 * CharacterSet). They are found by running the engine, whose Unicode version counts; one escape takes about 3
 * ms.
 */
export function matchedPoints(escape: string): readonly number[] {
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
const SMALL: readonly (readonly [string, readonly number[]])[] = [
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
function blocks(): readonly Block[] {
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

let made: readonly Block[] | undefined;

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
const UNIFORM: readonly (readonly [number, number])[] = [
  [0xd800, 0xe000],
  ...Array.from({ length: 17 }, (_, plane) => [plane * 0x10000 + 0xfffe, (plane + 1) * 0x10000] as const),
  ...[4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16].map(
    (plane) => [plane * 0x10000, plane * 0x10000 + 0xfffe] as const,
  ),
  [0xe1000, 0xefffe],
];

/** Sorts pairs of borders into one ascending list. */
function inOrder(borders: readonly number[]): readonly number[] {
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
