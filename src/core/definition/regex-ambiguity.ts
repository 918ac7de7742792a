import { TooLarge, type Automaton } from './regex-automaton';

/** A strongly connected group of positions that can reach themselves. */
export type Loop = ReadonlySet<number>;

export function loopsOf({ next }: Automaton): readonly Loop[] {
  return stronglyConnected(next.length, (position) => next[position] ?? [])
    .filter(([first = 0, ...others]) => others.length > 0 || next[first]?.includes(first) === true)
    .map((positions) => new Set(positions));
}

/**
 * Whether a position of a loop reaches itself by the same text in two ways: then each round doubles the
 * number of ways. Two walkers who read the same text start together, part, and come together again; that is,
 * a pair of equal positions and a pair of different ones can reach each other.
 */
export function hasTwoWaysRound(automaton: Automaton, loop: Loop): boolean {
  const { next } = automaton;
  const within = [...loop];
  const numbers = new Map(within.map((position, index) => [position, index]));
  const follow = within.map((position) =>
    (next[position] ?? []).flatMap((other) => numbers.get(other) ?? []),
  );
  if (follow.some((others) => new Set(others).size < others.length)) return true;
  const count = within.length;
  const work = createWork();
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
 * In how many places a text can be divided between loops at most: 0 where no two loops share a text, 1 where
 * one place can be chosen, and so on. The number of ways to match grows with that power of the length.
 */
export function longestDivision(automaton: Automaton, loops: readonly Loop[]): number {
  const work = createWork();
  const entries = loops.map(([...positions]) => positions[0] ?? 0);
  const reach = entries.map((entry) => reachableFrom(automaton, entry));
  const leads = (from: number, to: number) => reach[from]?.has(entries[to] ?? 0) === true;
  const all = [...loops.keys()];
  // After each loop, those with which it can share a text.
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

/** How far the ways of one text can branch, the divisions of `longestDivision` left out. */
export interface Branching {
  /** Ways between two positions at most. */
  readonly ways: number;
  /** Steps on all ways from the beginning, with each loop passed once. */
  readonly steps: number;
  /** Positions in a row behind a loop through which a repeated character of it leads. */
  readonly row: number;
}

/**
 * After each position the ways multiply by the successors that the same text enters and brings together
 * again; a loop is left once, so the most divided exit of its positions counts.
 */
export function branchingOf({ next, masks }: Automaton): Branching {
  const work = createWork();
  const meets = createMeeting({ next, masks }, work);
  const groups = stronglyConnected(next.length, (position) => next[position] ?? []);
  const groupOf = new Map(groups.flatMap((group, index) => group.map((position) => [position, index])));
  // Groups come after all those to which they lead.
  const found: (Branching & { readonly isLoop: boolean })[] = [];
  const at = (position: number) => found[groupOf.get(position) ?? 0];
  for (const [index, group] of groups.entries()) {
    const exits = group.map((position) => (next[position] ?? []).filter((to) => groupOf.get(to) !== index));
    const after = [...new Set(exits.flat())].flatMap((to) => at(to) ?? []);
    const wide = largest(exits.map((successors) => widest(successors, meets, work)));
    const rows = group.flatMap((position, member) =>
      (exits[member] ?? []).map((to) => (shareOne(masks, position, to) ? (at(to)?.row ?? 0) : 0)),
    );
    found.push({
      isLoop: group.length > 1 || next[group[0] ?? 0]?.includes(group[0] ?? 0) === true,
      ways: wide * largest(after.map(({ ways }) => ways)),
      steps: group.length + wide * largest(after.map(({ steps }) => steps)),
      row: 1 + rows.reduce((most, one) => Math.max(most, one), 0),
    });
  }
  const { ways, steps } = at(0) ?? { ways: 1, steps: 1 };
  return { ways, steps, row: largest(found.filter(({ isLoop }) => isLoop).map(({ row }) => row - 1)) };
}

function shareOne(masks: readonly bigint[], a: number, b: number): boolean {
  return ((masks[a] ?? 0n) & (masks[b] ?? 0n)) !== 0n;
}

function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, one) => Math.max(most, one), 1);
}

/** The largest number of these successors that can meet one of them; one listed twice counts twice. */
function widest(successors: readonly number[], meets: Meeting, work: Work): number {
  const times = new Map<number, number>();
  for (const one of successors) times.set(one, (times.get(one) ?? 0) + 1);
  let most = 1;
  for (const [a, own] of times) {
    let ways = own;
    for (const [b, others] of times) {
      work.step();
      if (a !== b && meets(a, b)) ways += others;
    }
    most = Math.max(most, ways);
  }
  return most;
}

/** Whether two positions are entered by the same character, and the same text later leads to one position. */
type Meeting = (a: number, b: number) => boolean;

function createMeeting({ next, masks }: Automaton, work: Work): Meeting {
  const known = new Map<number, boolean>();
  const keyOf = (a: number, b: number) => Math.min(a, b) * 1_000 + Math.max(a, b);
  const shares = (a: number, b: number) => shareOne(masks, a, b);
  const search = (a: number, b: number): boolean => {
    const seen = new Set([keyOf(a, b)]);
    const pending: (readonly [number, number])[] = [[a, b]];
    for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
      for (const x of next[pair[0]] ?? []) {
        for (const y of next[pair[1]] ?? []) {
          work.step();
          if (!shares(x, y)) continue;
          const key = keyOf(x, y);
          if (x === y || known.get(key) === true) return true;
          if (seen.has(key) || known.get(key) === false) continue;
          seen.add(key);
          pending.push([x, y]);
        }
      }
    }
    // None of the pairs on the way meets either.
    for (const key of seen) known.set(key, false);
    return false;
  };
  return (a, b) => {
    if (!shares(a, b)) return false;
    const key = keyOf(a, b);
    const isMet = known.get(key) ?? search(a, b);
    known.set(key, isMet);
    return isMet;
  };
}

/**
 * Whether one text leads from a position of `from` back to it, from it to a position of `to`, and from that
 * back to itself: then any number of repetitions of the text can be divided between the two.
 */
function isDivided({ next, masks }: Automaton, from: Loop, to: Loop, work: Work): boolean {
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

  /** Where one more character leads: within `from`, anywhere, and within `to`. */
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

/** For each pair of these positions, 1 where a character leads into both. */
function sharedTable({ masks }: Automaton, positions: readonly number[]): Uint8Array {
  const own = positions.map((position) => masks[position] ?? 0n);
  return Uint8Array.from(own.flatMap((a) => own.map((b) => ((a & b) === 0n ? 0 : 1))));
}

/** Tarjan's algorithm without recursion: the nodes 0 … `count` - 1 in groups that can reach each other. */
function stronglyConnected(
  count: number,
  successors: (node: number) => readonly number[],
): readonly (readonly number[])[] {
  const order = new Int32Array(count).fill(-1);
  const lowest = new Int32Array(count);
  const isOpen = new Uint8Array(count);
  const open: number[] = [];
  const groups: number[][] = [];
  let visited = 0;
  for (let root = 0; root < count; root += 1) {
    if (order[root] !== -1) continue;
    const path = [enter(root)];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { node } = top;
      const child = top.next[top.at++];
      if (child === undefined) {
        path.pop();
        leave(node, path.at(-1)?.node);
      } else if (order[child] === -1) path.push(enter(child));
      else if (isOpen[child] === 1) lower(lowest, node, order[child]);
    }
  }
  return groups;

  function enter(node: number) {
    order[node] = lowest[node] = visited++;
    isOpen[node] = 1;
    open.push(node);
    return { node, next: successors(node), at: 0 };
  }

  function leave(node: number, parent: number | undefined): void {
    if (parent !== undefined) lower(lowest, parent, lowest[node]);
    if (lowest[node] !== order[node]) return;
    const group = open.splice(open.lastIndexOf(node));
    for (const member of group) isOpen[member] = 0;
    groups.push(group);
  }
}

function lower(lowest: Int32Array, node: number, to = 0): void {
  lowest[node] = Math.min(lowest[node] ?? 0, to);
}

/** Counts steps, so that every check ends: a step takes some 50 ns. */
interface Work {
  readonly step: () => void;
}

function createWork(): Work {
  let left = MOST_STEPS;
  return {
    step() {
      left -= 1;
      if (left < 0) throw new TooLarge();
    },
  };
}

const MOST_STEPS = 100_000;
