import type { RegexNode } from './regex-syntax';

/** The automaton of an expression's character positions. */
export interface Automaton {
  /** Characters (bits of the samples) that lead into each position; position 0 is the search for a start. */
  readonly masks: bigint[];
  /** Positions that can follow; one is listed twice where two ways lead to it. */
  readonly next: number[][];
}

/** The positions at which a part of an expression can begin and end. */
interface Part {
  readonly nullable: boolean;
  readonly first: readonly number[];
  readonly last: readonly number[];
}

/** The expression cannot be checked in reasonable time. */
export class TooLarge extends Error {}

/** Its position 0 stands for the search for a beginning, which an anchored expression does not have. */
export function buildAutomaton(tree: RegexNode, samples: readonly string[]): Automaton {
  const automaton: Automaton = { masks: [(1n << BigInt(samples.length)) - 1n], next: [[]] };
  const root = build(tree, automaton, samples);
  const anchored = startsAnchored(tree);
  automaton.next[0] = [...(anchored ? [] : [0]), ...root.first];
  return automaton;
}

function build(node: RegexNode, automaton: Automaton, samples: readonly string[]): Part {
  switch (node.kind) {
    case 'character': {
      const position = automaton.masks.length;
      if (position > MOST_POSITIONS) throw new TooLarge();
      automaton.masks.push(maskOf(node.source, samples));
      automaton.next.push([]);
      return { nullable: false, first: [position], last: [position] };
    }
    case 'sequence':
      return node.nodes.reduce<Part>(
        (before, inner) => join(before, build(inner, automaton, samples), automaton),
        EMPTY,
      );
    case 'choice': {
      const parts = node.nodes.map((inner) => build(inner, automaton, samples));
      return {
        nullable: parts.some((part) => part.nullable),
        first: parts.flatMap((part) => part.first),
        last: parts.flatMap((part) => part.last),
      };
    }
    case 'repeat':
      return repeat(node, automaton, samples);
    case 'look':
    case 'start':
    case 'edge':
    case 'reference':
      break;
  }
  return EMPTY;
}

/** A few copies stand for many; a wide range counts as endless. */
function repeat(
  { node, min, max }: Extract<RegexNode, { kind: 'repeat' }>,
  automaton: Automaton,
  samples: readonly string[],
): Part {
  const endless = max - min > 8;
  let part = EMPTY;
  for (let copy = 0; copy < Math.min(min, 3) - (endless && min > 0 ? 1 : 0); copy += 1)
    part = join(part, build(node, automaton, samples), automaton);
  if (endless) {
    const body = build(node, automaton, samples);
    link(body.last, body.first, automaton);
    return join(part, { ...body, nullable: min === 0 || body.nullable }, automaton);
  }
  for (let copy = 0; copy < max - min; copy += 1)
    part = join(part, { ...build(node, automaton, samples), nullable: true }, automaton);
  return part;
}

function join(before: Part, after: Part, automaton: Automaton): Part {
  link(before.last, after.first, automaton);
  return {
    nullable: before.nullable && after.nullable,
    first: before.nullable ? [...before.first, ...after.first] : before.first,
    last: after.nullable ? [...before.last, ...after.last] : after.last,
  };
}

function link(from: readonly number[], to: readonly number[], automaton: Automaton): void {
  for (const position of from) automaton.next[position]?.push(...to);
}

/** Whether a character leads into both positions. */
export function overlap({ masks }: Automaton, a: number, b: number): boolean {
  return ((masks[a] ?? 0n) & (masks[b] ?? 0n)) !== 0n;
}

/**
 * Characters that distinguish the pattern's classes: its own, their neighbours, and one of each common kind.
 */
export function samplesFor(pattern: string): string[] {
  const own = Array.from(pattern).flatMap((character) => {
    const code = character.codePointAt(0) ?? 0;
    return [code - 1, code, code + 1].filter((point) => point > 0 && point < 0xd800);
  });
  const common = Array.from('aZk0 9_-/.,:\n\t ésЖ話٣·–|"(é').map(
    (character) => character.codePointAt(0) ?? 0,
  );
  return [...new Set([...own, ...common])].slice(0, 400).map((point) => String.fromCodePoint(point));
}

function maskOf(source: string, samples: readonly string[]): bigint {
  const expression = new RegExp(`^(?:${source})$`, 'iu');
  return samples.reduce(
    (mask, sample, index) => (expression.test(sample) ? mask | (1n << BigInt(index)) : mask),
    0n,
  );
}

function startsAnchored(node: RegexNode): boolean {
  if (node.kind === 'choice') return node.nodes.every(startsAnchored);
  if (node.kind === 'sequence') return node.nodes[0] !== undefined && startsAnchored(node.nodes[0]);
  return node.kind === 'start';
}

const MOST_POSITIONS = 260;
const EMPTY: Part = { nullable: true, first: [], last: [] };
