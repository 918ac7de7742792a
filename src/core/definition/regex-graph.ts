/** The expression cannot be checked in reasonable time. */
export class TooLarge extends Error {}

/**
 * Tarjan's algorithm without recursion: divides the nodes 0 … `count` - 1 into groups that can reach each
 * other.
 */
export function stronglyConnected(count: number, successors: (node: number) => number[]): number[][] {
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
export type StepBudget = Readonly<{
  step: (count?: number) => void;
}>;

/** `whole`: the budget of a larger check, such as that of all expressions of a definition. */
export function createWork(whole?: StepBudget, most = MOST_STEPS): StepBudget {
  let left = most;
  return {
    step(count = 1) {
      left -= count;
      if (left < 0) throw new TooLarge();
      whole?.step(count);
    },
  };
}

const MOST_STEPS = 40_000;
