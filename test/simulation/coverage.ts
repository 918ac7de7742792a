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

type Counted = readonly (readonly [name: string, evenings: number])[];

/** How often each kind and each pair of kinds was met, the rarest first; 0 for those that were not. */
export function byRarity({ kinds, pairs }: Coverage): { readonly kinds: Counted; readonly pairs: Counted } {
  const all = stepKinds.toSorted();
  const couples = all.flatMap((one, index) => all.slice(index + 1).map((other) => pairOf(one, other)));
  return { kinds: counted(all, kinds), pairs: counted(couples, pairs) };
}

function pairOf(one: StepKind, other: StepKind): string {
  return `${one} + ${other}`;
}

function counted(names: readonly string[], counts: Readonly<Record<string, number>>): Counted {
  return names.map((name) => [name, counts[name] ?? 0] as const).toSorted((a, b) => a[1] - b[1]);
}
