import type { Automaton } from './regex-automaton';
import { createWork, stronglyConnected, type StepBudget } from './regex-graph';

/** How far the ways to match one text can branch. The divisions counted by `longestDivision` are left out. */
export type Branching = Readonly<{
  /** Largest number of ways between two positions. */
  ways: number;
  /** Steps on all ways from the start, if each loop is passed once. */
  steps: number;
  /** Length of the row of positions after a loop that a repeated character of the loop can pass. */
  row: number;
}>;

/**
 * At each position the number of ways is multiplied by the successors that the same text enters and brings
 * together again. A loop is left once, so only its most divided exit counts.
 */
export function branchingOf({ next, masks }: Automaton, whole?: StepBudget): Branching {
  const work = createWork(whole);
  const meets = createMeeting({ next, masks }, work);
  const groups = stronglyConnected(next.length, (position) => next[position] ?? []);
  const groupOf = new Map(groups.flatMap((group, index) => group.map((position) => [position, index])));
  // A group comes after all groups to which it leads.
  const found: (Branching & Readonly<{ isLoop: boolean }>)[] = [];
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

/**
 * The largest number of these successors that can meet one of them. A successor that is listed twice counts
 * twice.
 */
function widest(successors: readonly number[], meets: Meeting, work: StepBudget): number {
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

/** Whether the same character enters two positions, and the same text later leads both to one position. */
type Meeting = (a: number, b: number) => boolean;

function createMeeting({ next, masks }: Automaton, work: StepBudget): Meeting {
  const known = new Map<number, boolean>();
  const keyOf = (a: number, b: number) => Math.min(a, b) * 1_000 + Math.max(a, b);
  const shares = (a: number, b: number) => shareOne(masks, a, b);
  const after = (position: number) => next[position] ?? [];
  const search = (a: number, b: number): boolean => {
    const seen = new Set([keyOf(a, b)]);
    const pending: (readonly [number, number])[] = [[a, b]];
    for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
      for (const x of after(pair[0])) {
        for (const y of after(pair[1])) {
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
    // No pair visited on the way meets either.
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
