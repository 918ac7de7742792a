import type { Automaton } from './regex-automaton';
import { createWork, stronglyConnected, type StepBudget } from './regex-graph';

/** A strongly connected group of positions: each can reach every other one and itself. */
export type Loop = ReadonlySet<number>;

export function loopsOf({ next }: Automaton): Loop[] {
  return stronglyConnected(next.length, (position) => next[position] ?? [])
    .filter(([first = 0, ...others]) => others.length > 0 || next[first]?.includes(first) === true)
    .map((positions) => new Set(positions));
}

/**
 * Whether a position of a loop can reach itself by the same text in two ways. Each round then doubles the
 * number of ways. Two walkers who read the same text start together, part, and meet again; in terms of pairs,
 * a pair of equal positions and a pair of different ones can reach each other.
 */
export function hasTwoWaysRound(automaton: Automaton, loop: Loop, whole?: StepBudget): boolean {
  const { next } = automaton;
  const within = [...loop];
  const numbers = new Map(within.map((position, index) => [position, index]));
  const follow = within.map((position) =>
    (next[position] ?? []).flatMap((other) => numbers.get(other) ?? []),
  );
  if (follow.some((others) => new Set(others).size < others.length)) return true;
  const count = within.length;
  const work = createWork(whole);
  const shares = sharedTable(automaton, within);
  const successors = (pair: number) => {
    const found: number[] = [];
    const [a, b] = [Math.floor(pair / count), pair % count];
    for (const x of follow[a] ?? [])
      for (const y of follow[b] ?? []) {
        work.step();
        if (shares[x * count + y] === 1) found.push(x * count + y);
      }
    return found;
  };
  return stronglyConnected(count * count, successors).some(
    (pairs) =>
      pairs.some((pair) => pair % (count + 1) === 0) && pairs.some((pair) => pair % (count + 1) !== 0),
  );
}

/**
 * The largest number of places at which a text can be divided between loops: 0 if no two loops share a text,
 * 1 if one place can be chosen, and so on. The number of ways to match grows with that power of the length.
 */
export function longestDivision(automaton: Automaton, loops: Loop[], whole?: StepBudget): number {
  const work = createWork(whole);
  const entries = loops.map(([...positions]) => positions[0] ?? 0);
  const reach = entries.map((entry) => reachableFrom(automaton, entry));
  const leads = (from: number, to: number) => reach[from]?.has(entries[to] ?? 0) === true;
  const all = [...loops.keys()];
  // For each loop, the later loops with which it can share a text.
  const shared = loops.map((from, index) =>
    all.filter(
      (to) => to !== index && leads(index, to) && isDivided(automaton, from, loops[to] ?? from, work),
    ),
  );
  const found: number[] = [];
  const after = (loop: number): number =>
    (found[loop] ??= Math.max(
      0,
      ...(shared[loop] ?? []).map((to) => 1 + after(to)),
      ...all.filter((to) => to !== loop && leads(loop, to)).map(after),
    ));
  return Math.max(0, ...all.map(after));
}

/**
 * Whether one text leads from a position of `from` back to itself, from there to a position of `to`, and from
 * that one back to itself. Any number of repetitions of the text can then be divided between the two.
 */
function isDivided({ next, masks }: Automaton, from: Loop, to: Loop, work: StepBudget): boolean {
  const maskOf = (position: number) => masks[position] ?? 0n;
  const follow = (position: number, within?: Loop) =>
    (next[position] ?? []).filter((one) => within === undefined || within.has(one));
  return [...from].some((p) => [...to].some((q) => isShared(p, q)));

  function isShared(p: number, q: number): boolean {
    const seen = new Set<number>();
    const pending: Triple[] = [[p, p, q]];
    for (let triple = pending.pop(); triple !== undefined; triple = pending.pop()) {
      for (const [x, y, z] of successors(triple)) {
        if (x === p && y === q && z === q) return true;
        const key = (x * 1_000 + y) * 1_000 + z;
        if (seen.has(key)) continue;
        seen.add(key);
        pending.push([x, y, z]);
      }
    }
    return false;
  }

  /**
   * The successors by one more character: the first position stays within `from`, the second goes anywhere,
   * the third stays within `to`.
   */
  function* successors([p, way, q]: Triple): Generator<Triple> {
    for (const x of follow(p, from)) {
      for (const z of follow(q, to)) {
        work.step();
        const both = maskOf(x) & maskOf(z);
        if (both === 0n) continue;
        for (const y of follow(way)) {
          work.step();
          if ((both & maskOf(y)) !== 0n) yield [x, y, z];
        }
      }
    }
  }
}

type Triple = readonly [number, number, number];

function reachableFrom({ next }: Automaton, start: number): ReadonlySet<number> {
  const seen = new Set<number>();
  const pending = [...(next[start] ?? [])];
  for (let position = pending.pop(); position !== undefined; position = pending.pop()) {
    if (seen.has(position)) continue;
    seen.add(position);
    pending.push(...(next[position] ?? []));
  }
  return seen;
}

/** For each pair of these positions, 1 if some character leads into both. */
function sharedTable({ masks }: Automaton, positions: number[]): Uint8Array {
  const own = positions.map((position) => masks[position] ?? 0n);
  return Uint8Array.from(own.flatMap((a) => own.map((b) => ((a & b) === 0n ? 0 : 1))));
}
