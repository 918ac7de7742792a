import { buildAutomaton, childrenOf, type Automaton } from './regex-automaton';
import { hasTwoWaysRound, longestDivision, loopsOf } from './regex-ambiguity';
import { TooLarge, type StepBudget, createWork, stronglyConnected } from './regex-graph';
import { parseRegex, type RegexNode } from './regex-syntax';

/**
 * Why an expression is dangerous on a text of 1,000 characters, as the end of a sentence; undefined if it is
 * safe.
 *
 * The expression becomes an automaton of its character positions, over classes of characters
 * (`characterClasses`). If a position reaches itself by the same text in two ways, matching can take
 * exponential time. If loops share the same text, matching takes a power of the length. Quadratic time is
 * allowed, including the search for a start. (Weber and Seidl, "On the degree of ambiguity of finite
 * automata", 1991.) The result is the same for both ways in which expressions run, with the flags u and iu.
 *
 * `whole` counts the steps of several expressions together.
 *
 * An expression of 2,000 characters takes at most 50 ms (Work); one that would take longer is refused. The
 * first expression with `\p{…}` takes some 100 ms more, to find the characters of the engine.
 *
 * Two libraries were measured instead, 2026-11-22, on the 437 expressions of the package: `scslre` (240 kB
 * gzip with its dependencies) refuses 57 of them and accepts `^(?:😀|😀)*$`; `re2js` (45 kB gzip in every
 * page) cannot run 23.
 */
export function regexDanger(pattern: string, whole?: StepBudget): string | undefined {
  try {
    whole?.step();
    const tree = parseRegex(pattern);
    return unsupported(tree) ?? dangerOf(buildAutomaton(withoutTail(tree), whole), lookedAt(tree), whole);
  } catch (error) {
    if (error instanceof TooLarge) return 'is too complicated to be checked';
    throw error;
  }
}

/** Constructs that the automaton cannot express. */
function unsupported(tree: RegexNode): string | undefined {
  if (some(tree, ({ kind }) => kind === 'reference')) return 'has a back-reference';
  if (some(tree, ({ kind }) => kind === 'flags')) return 'has a group with flags of its own';
  const isOpenBehind = (node: RegexNode) =>
    node.kind === 'look' && node.behind && some(node, (inner) => inner.kind === 'repeat' && inner.max > 20);
  return some(tree, isOpenBehind) ? 'looks back over a text of any length' : undefined;
}

/**
 * Removes repetitions of a single character at the end. When the engine gets there, the expression has
 * already matched, and each further character is tried once.
 */
function withoutTail(node: RegexNode): RegexNode {
  if (node.kind === 'choice') return { kind: 'choice', nodes: node.nodes.map(withoutTail) };
  if (node.kind === 'repeat' && node.node.kind === 'character') return { ...node, max: node.min };
  if (node.kind !== 'sequence') return node;
  const trimmed = node.nodes.map((one, index) => (index === node.nodes.length - 1 ? withoutTail(one) : one));
  return { kind: 'sequence', nodes: trimmed };
}

/** Number of characters read by look-arounds: they are read again at each place where one stands. */
function lookedAt(node: RegexNode, within = false): number {
  if (node.kind === 'character') return within ? 1 : 0;
  const times = node.kind === 'repeat' && node.max <= 20 ? node.max : 1;
  const inner = childrenOf(node).map((child) => lookedAt(child, within || node.kind === 'look'));
  return times * inner.reduce((sum, count) => sum + count, 0);
}

function dangerOf(automaton: Automaton, looked: number, whole?: StepBudget): string | undefined {
  const loops = loopsOf(automaton);
  if (loops.some((loop) => hasTwoWaysRound(automaton, loop, whole)))
    return 'can backtrack catastrophically: a repetition can match the same text in several ways';
  const degree = longestDivision(automaton, loops, whole);
  if (degree > MOST_DIVISIONS)
    return 'can backtrack catastrophically: several repetitions follow one another over the same text';
  const { ways, steps, row } = branchingOf(automaton, whole);
  const isDivided = degree > 0;
  const divided = Math.max(ways * row + looked / 2, row + 3, looked + 2);
  return (isDivided ? divided > MOST_STEPS_IN_DIVIDED : steps * (1 + looked / 4) > MOST_STEPS)
    ? 'can backtrack catastrophically: too many parts may be there or not over the same text'
    : undefined;
}

/** A text of 1,000 characters can be divided in one place: 1,000 starts times 500 divisions on average. */
const MOST_DIVISIONS = 1;

/**
 * Steps at each position of a text. At 1,000 positions and some 10 ns a step, a search stays below 20 ms. An
 * expression whose text can be divided, and a look-around, take more steps, so fewer are allowed.
 */
const MOST_STEPS = 1_000;

/** The same for half a million starts and ends, at 4 ns a step. */
const MOST_STEPS_IN_DIVIDED = 9;

function some(node: RegexNode, test: (node: RegexNode) => boolean): boolean {
  return test(node) || childrenOf(node).some((inner) => some(inner, test));
}

/** How far the ways to match one text can branch. The divisions counted by `longestDivision` are left out. */
type Branching = Readonly<{
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
function branchingOf({ next, masks }: Automaton, whole?: StepBudget): Branching {
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

function shareOne(masks: bigint[], a: number, b: number): boolean {
  return ((masks[a] ?? 0n) & (masks[b] ?? 0n)) !== 0n;
}

function largest(numbers: number[]): number {
  return numbers.reduce((most, one) => Math.max(most, one), 1);
}

/**
 * The largest number of these successors that can meet one of them. A successor that is listed twice counts
 * twice.
 */
function widest(successors: number[], meets: Meeting, work: StepBudget): number {
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
