import { stepKinds } from './evening/plan';
import type { Step, StepKind } from './evening/step';

/** In how many evenings each kind of step happened, and each pair of kinds in the same evening. */
export interface Coverage {
  readonly kinds: Record<string, number>;
  readonly pairs: Record<string, number>;
}

export function emptyCoverage(): Coverage {
  return { kinds: {}, pairs: {} };
}

export function countSteps({ kinds, pairs }: Coverage, steps: readonly Step[]): void {
  const met = [...new Set(steps.map(({ kind }) => kind))].sort();
  for (const [index, kind] of met.entries()) {
    kinds[kind] = (kinds[kind] ?? 0) + 1;
    for (const other of met.slice(index + 1)) {
      const pair = pairOf(kind, other);
      pairs[pair] = (pairs[pair] ?? 0) + 1;
    }
  }
}

export function addCoverage(to: Coverage, from: Coverage): void {
  for (const name of ['kinds', 'pairs'] as const)
    for (const [key, count] of Object.entries(from[name])) to[name][key] = (to[name][key] ?? 0) + count;
}

/** The kinds and pairs that were met least, and how often. */
export function rarest({ kinds, pairs }: Coverage): {
  readonly kind: readonly [string, number];
  readonly pair: readonly [string, number];
} {
  const all = stepKinds.toSorted();
  const couples = all.flatMap((one, index) => all.slice(index + 1).map((other) => pairOf(one, other)));
  return { kind: least(all, kinds), pair: least(couples, pairs) };
}

function pairOf(one: StepKind, other: StepKind): string {
  return `${one} + ${other}`;
}

function least(
  names: readonly string[],
  counts: Readonly<Record<string, number>>,
): readonly [string, number] {
  return names
    .map((name) => [name, counts[name] ?? 0] as const)
    .reduce((rare, one) => (one[1] < rare[1] ? one : rare));
}
