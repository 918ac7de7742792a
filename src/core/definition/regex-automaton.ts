import { TooLarge, type StepBudget } from './regex-graph';
import type { RegexNode } from './regex-syntax';
import { characterSet, type CharacterSet } from './character-set';

/** The automaton of an expression: one state for each character position. */
export type Automaton = Readonly<{
  /** For each position, the character classes (`characterClasses`) that lead into it. */
  masks: bigint[];
  /** For each position, those that can follow. A position is listed twice if two ways lead to it. */
  next: number[][];
}>;

/** The positions at which a part of an expression can begin and end. */
type AutomatonPart = Readonly<{
  nullable: boolean;
  first: number[];
  last: number[];
}>;

type Building = Readonly<{
  classes: ReadonlyMap<string, bigint>;
  masks: bigint[];
  next: number[][];
}>;

/** Position 0 stands for the search for a start, which an anchored expression does not have. */
export function buildAutomaton(tree: RegexNode, whole?: StepBudget): Automaton {
  const atoms = new Set(atomsOf(tree));
  const properties = new Set([...atoms].flatMap((atom) => atom.match(/\\[pP]\{[^}]*\}/g) ?? []));
  if (properties.size > MOST_PROPERTIES) throw new TooLarge();
  const classes = characterClasses(atoms, whole);
  const every = [...classes.values()].reduce((all, mask) => all | mask, 0n);
  const building: Building = { classes, masks: [every], next: [[]] };
  const root = build(tree, building);
  whole?.step(STEPS_OF_POSITION * building.masks.length);
  building.next[0] = [...(startsAnchored(tree) ? [] : [0]), ...root.first];
  return building;
}

function atomsOf(node: RegexNode): string[] {
  if (node.kind === 'character') return [node.source];
  return childrenOf(node).flatMap(atomsOf);
}

export function childrenOf(node: RegexNode): RegexNode[] {
  if ('nodes' in node) return node.nodes;
  return 'node' in node ? [node.node] : [];
}

function build(node: RegexNode, building: Building): AutomatonPart {
  switch (node.kind) {
    case 'character':
      return addPosition(node.source, building);
    case 'sequence':
      return node.nodes.reduce<AutomatonPart>(
        (before, inner) => join(before, build(inner, building), building),
        EMPTY,
      );
    case 'choice': {
      const parts = node.nodes.map((inner) => build(inner, building));
      return {
        nullable: parts.some((part) => part.nullable),
        first: parts.flatMap((part) => part.first),
        last: parts.flatMap((part) => part.last),
      };
    }
    case 'repeat':
      return repeat(node, building);
    case 'look':
      // A look-around is read at its place; then the engine returns and continues after it.
      return { nullable: true, first: build(node.node, building).first, last: [] };
    case 'start':
    case 'edge':
    case 'reference':
    case 'flags':
      break;
  }
  return EMPTY;
}

function addPosition(source: string, { classes, masks, next }: Building): AutomatonPart {
  const position = masks.length;
  if (position > MOST_POSITIONS) throw new TooLarge();
  masks.push(classes.get(source) ?? 0n);
  next.push([]);
  return { nullable: false, first: [position], last: [position] };
}

/**
 * Unrolls a counted repetition into copies. If the count is high or unbounded, a loop takes their place; it
 * has all ways through the copies, and more. A body that may be empty can be left out at each place; any
 * other body is only repeated after the copy before it.
 */
function repeat(
  { node, min, max }: Extract<RegexNode, { kind: 'repeat' }>,
  building: Building,
): AutomatonPart {
  if (max === 0) return EMPTY;
  const first = build(node, building);
  const { copies, isOpen } = copiesOf(min, max, first.nullable);
  if (copies > MOST_POSITIONS) throw new TooLarge();
  const bodies = Array.from({ length: copies }, (_, copy) => (copy === 0 ? first : build(node, building)));
  const last = bodies.at(-1) ?? first;
  if (isOpen) link(last.last, last.first, building);
  if (first.nullable) return bodies.reduce((part, body) => join(part, body, building), EMPTY);
  for (const [copy, body] of bodies.slice(1).entries()) link(bodies[copy]?.last ?? [], body.first, building);
  const ends = isOpen ? [last] : bodies.slice(Math.max(0, min - 1));
  return { nullable: min === 0, first: first.first, last: ends.flatMap((body) => body.last) };
}

/** `isOpen`: the last copy is a loop. */
function copiesOf(min: number, max: number, nullable: boolean) {
  if (min > MOST_COPIES && !nullable) return { copies: 1, isOpen: true };
  const isOpen = max - min > MOST_OPTIONAL_COPIES;
  return { copies: isOpen ? Math.max(1, min) : max, isOpen };
}

function join(before: AutomatonPart, after: AutomatonPart, building: Building): AutomatonPart {
  link(before.last, after.first, building);
  return {
    nullable: before.nullable && after.nullable,
    first: before.nullable ? [...before.first, ...after.first] : before.first,
    last: after.nullable ? [...before.last, ...after.last] : after.last,
  };
}

function link(from: number[], to: number[], { next }: Building): void {
  for (const position of from) {
    const after = next[position];
    if (after === undefined) continue;
    after.push(...to);
    if (after.length > MOST_LINKS) throw new TooLarge();
  }
}

function startsAnchored(node: RegexNode): boolean {
  if (node.kind === 'choice') return node.nodes.every(startsAnchored);
  if (node.kind === 'sequence') return node.nodes[0] !== undefined && startsAnchored(node.nodes[0]);
  return node.kind === 'start';
}

/** The cost of a position: its links, and the time to join them. */
const STEPS_OF_POSITION = 20;
/** Limit of different `\p{…}`: finding the characters of one takes about 5 ms. */
const MOST_PROPERTIES = 3;
const MOST_POSITIONS = 260;
const MOST_LINKS = 400;
/** A body that is counted more often than this becomes a loop. */
const MOST_COPIES = 12;
const MOST_OPTIONAL_COPIES = 8;
const EMPTY: AutomatonPart = { nullable: true, first: [], last: [] };

/**
 * Divides all characters into classes that no atom of the expression tells apart, and returns for each atom
 * which classes it matches: bit n for class n. Two or three atoms have a character in common exactly if they
 * have a bit in common.
 */
function characterClasses(atoms: ReadonlySet<string>, work?: StepBudget): ReadonlyMap<string, bigint> {
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

/** For each class, the sets that contain it: bit n for set n. */
function signaturesOf(sets: CharacterSet[]): bigint[] {
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

/** The cost of an atom's set, whatever its size. */
const STEPS_OF_SET = 100;
/** The cost of a `\p{…}` that has not been tested yet. */
const STEPS_OF_PROPERTY = 10_000;
