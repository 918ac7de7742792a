import { buildAutomaton, overlap, samplesFor, TooLarge, type Automaton } from './regex-automaton';
import { parseRegex, type RegexNode } from './regex-syntax';

/**
 * Why an expression is dangerous on a text of 1,000 characters, as the end of a sentence; undefined when it
 * is not.
 *
 * The expression becomes an automaton of its character positions. If a position reaches itself by the same
 * text in two ways, matching can take exponential time. If loops over the same text follow one another, it
 * takes a power of the length; up to the third is allowed, the search for a start included. (Weber and Seidl,
 * "On the degree of ambiguity of finite automata", 1991. Available libraries refuse harmless expressions such
 * as `S(\d+)\s*E(\d+)`.)
 */
export function regexDanger(pattern: string): string | undefined {
  try {
    const tree = parseRegex(pattern);
    if (some(tree, (node) => node.kind === 'reference')) return 'has a back-reference';
    const samples = samplesFor(pattern);
    for (const part of [tree, ...looks(tree)]) {
      const danger = dangerOf(buildAutomaton(part, samples));
      if (danger !== undefined) return danger;
    }
    return undefined;
  } catch (error) {
    if (error instanceof TooLarge) return 'is too complicated to be checked';
    throw error;
  }
}

/** 2^10 ways to match a text are tried at most. */
const MAXIMUM_FORKS = 10;

function dangerOf(automaton: Automaton): string | undefined {
  const groups = loops(automaton);
  for (const group of groups) {
    if (group.length > 70) throw new TooLarge();
    if (isExponential(automaton, group))
      return 'can backtrack catastrophically: a repetition can match the same text in several ways';
  }
  if (forks(automaton) > MAXIMUM_FORKS)
    return 'can backtrack catastrophically: too many parts may be there or not over the same text';
  return longestChain(automaton, groups) > 3
    ? 'can backtrack catastrophically: several repetitions follow one another over the same text'
    : undefined;
}

/** The strongly connected groups of positions that can reach themselves. */
function loops({ next }: Automaton): number[][] {
  const reach = next.map((_, position) => reachable(next, position));
  const groups: number[][] = [];
  const seen = new Set<number>();
  for (const [position, from] of reach.entries()) {
    if (!from.has(position) || seen.has(position)) continue;
    const group = [...from].filter((other) => reach[other]?.has(position) === true);
    for (const other of group) seen.add(other);
    groups.push(group);
  }
  return groups;
}

function reachable(next: readonly (readonly number[])[], start: number): Set<number> {
  const seen = new Set<number>();
  const pending = [...(next[start] ?? [])];
  for (let position = pending.pop(); position !== undefined; position = pending.pop()) {
    if (seen.has(position)) continue;
    seen.add(position);
    pending.push(...(next[position] ?? []));
  }
  return seen;
}

function isExponential(automaton: Automaton, group: readonly number[]): boolean {
  const inside = new Set(group);
  const follow = (position: number) => (automaton.next[position] ?? []).filter((other) => inside.has(other));
  if (group.some((position) => new Set(follow(position)).size < follow(position).length)) return true;
  return group.some((start) => {
    const seen = new Set<number>();
    const pending: (readonly [number, number])[] = [[start, start]];
    for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
      for (const a of follow(pair[0])) {
        for (const b of follow(pair[1])) {
          if (!overlap(automaton, a, b) || seen.has(a * 1_000 + b)) continue;
          seen.add(a * 1_000 + b);
          pending.push([a, b]);
        }
      }
    }
    // Both are at the start again, on ways that differed in between.
    return [...seen].some((pair) => {
      const [a, b] = [Math.floor(pair / 1_000), pair % 1_000];
      return a !== b && meets(automaton, follow, a, b, start);
    });
  });
}

/**
 * Positions after which the same text continues in two ways that meet again: each doubles the number of ways.
 */
function forks(automaton: Automaton): number {
  const follow = (position: number) => automaton.next[position] ?? [];
  let count = 0;
  for (const next of automaton.next) {
    const apart = next
      .flatMap((a, at) =>
        next
          .slice(at + 1)
          .filter((b) => a === b || overlap(automaton, a, b))
          .slice(0, 8)
          .map((b) => [a, b] as const),
      )
      .slice(0, 64);
    if (apart.some(([a, b]) => a === b || meets(automaton, follow, a, b))) count += 1;
    if (count > MAXIMUM_FORKS) break;
  }
  return count;
}

/** Whether both reach the goal by the same text; without a goal, any common position. */
function meets(
  automaton: Automaton,
  follow: (position: number) => readonly number[],
  a: number,
  b: number,
  goal?: number,
): boolean {
  const seen = new Set<number>();
  const pending: (readonly [number, number])[] = [[a, b]];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    for (const first of follow(pair[0])) {
      for (const second of follow(pair[1])) {
        if (!overlap(automaton, first, second) || seen.has(first * 1_000 + second)) continue;
        if (first === second && (goal === undefined || first === goal)) return true;
        seen.add(first * 1_000 + second);
        pending.push([first, second]);
      }
    }
  }
  return false;
}

/** The largest number of successive loops among which the same text can be divided in several ways. */
function longestChain(automaton: Automaton, groups: readonly (readonly number[])[]): number {
  const after = groups.map((from) =>
    groups.flatMap((to, index) => (to !== from && feeds(automaton, from, to) ? [index] : [])),
  );
  const depth = (index: number): number => 1 + Math.max(0, ...(after[index] ?? []).map(depth));
  return Math.max(0, ...groups.map((_, index) => depth(index)));
}

/** Whether one text leads from `from` back to itself, from `from` to `to`, and from `to` back to itself. */
function feeds({ next, masks }: Automaton, from: readonly number[], to: readonly number[]): boolean {
  const [inFrom, inTo] = [new Set(from), new Set(to)];
  const after = (state: number) => next[state] ?? [];
  const maskOf = (state: number) => masks[state] ?? 0n;
  return from.some((p) => {
    const beyond = reachable(next, p);
    return to.some((q) => beyond.has(q) && !reachable(next, q).has(p) && isShared(p, q));
  });

  function isShared(p: number, q: number): boolean {
    const seen = new Set<number>();
    const pending: Triple[] = [[p, p, q]];
    for (let triple = pending.pop(); triple !== undefined; triple = pending.pop()) {
      for (const [x, y, z] of successors(triple)) {
        if (x === p && y === q && z === q) return true;
        const key = (x * 1_000 + y) * 1_000 + z;
        if (seen.has(key)) continue;
        if (seen.size > 200_000) throw new TooLarge();
        seen.add(key);
        pending.push([x, y, z]);
      }
    }
    return false;
  }

  /** Where one more character leads: within `from`, anywhere, and within `to`. */
  function* successors([p, way, q]: Triple): Generator<Triple> {
    for (const x of after(p).filter((one) => inFrom.has(one))) {
      for (const z of after(q).filter((one) => inTo.has(one))) {
        const both = maskOf(x) & maskOf(z);
        if (both === 0n) continue;
        for (const y of after(way)) if ((both & maskOf(y)) !== 0n) yield [x, y, z];
      }
    }
  }
}

type Triple = readonly [number, number, number];

function looks(node: RegexNode): RegexNode[] {
  return children(node).flatMap((inner) => (node.kind === 'look' ? [inner, ...looks(inner)] : looks(inner)));
}

function some(node: RegexNode, test: (node: RegexNode) => boolean): boolean {
  return test(node) || children(node).some((inner) => some(inner, test));
}

function children(node: RegexNode): readonly RegexNode[] {
  if ('nodes' in node) return node.nodes;
  return 'node' in node ? [node.node] : [];
}
