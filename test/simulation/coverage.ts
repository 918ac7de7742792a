import { stepKinds } from './evening/plan';
import type { StepKind } from './evening/step';
import { answerDetail, siteDetail, WRONG } from './coverage-names';
import { sites } from './page/sites';
import { oddAnswerNames } from './tracker/answers';

/**
 * In how many evenings each kind of step took effect, each answer of the tracker was given and each kind of site
 * opened, and each pair of kinds of steps took effect in the same evening.
 */
export interface Coverage {
  readonly kinds: Record<string, number>;
  readonly details: Record<string, number>;
  readonly pairs: Record<string, number>;
  /**
   * `history: …` the viewings past 90 % with enough play, `place: …` the titles that were left before: how many are
   * demanded, and why the others are not; with ` ✗` those of them that are absent or wrong.
   */
  readonly judged: Record<string, number>;
}

/** As a table, the most frequent first. */
export function judgedTable({ judged }: Coverage): string {
  const rows = Object.entries(judged).filter(([name]) => !name.endsWith(WRONG));
  return rows
    .toSorted((a, b) => b[1] - a[1])
    .map(
      ([name, count]) => `${String(count).padStart(7)} ${name}, ${judged[name + WRONG] ?? 0} of them wrong`,
    )
    .join('\n');
}

export function emptyCoverage(): Coverage {
  return { kinds: {}, details: {}, pairs: {}, judged: {} };
}

/** Counts one evening. `all`: what took effect in it. */
export function countMet({ kinds, details, pairs }: Coverage, all: ReadonlySet<string>): void {
  for (const detail of all) if (!isKind(detail)) details[detail] = (details[detail] ?? 0) + 1;
  const met = [...all].filter(isKind).sort();
  for (const [index, kind] of met.entries()) {
    kinds[kind] = (kinds[kind] ?? 0) + 1;
    for (const other of met.slice(index + 1)) {
      const pair = pairOf(kind, other);
      pairs[pair] = (pairs[pair] ?? 0) + 1;
    }
  }
}

export function addCoverage(to: Coverage, from: Coverage): void {
  for (const name of ['kinds', 'details', 'pairs', 'judged'] as const)
    for (const [key, count] of Object.entries(from[name])) to[name][key] = (to[name][key] ?? 0) + count;
}

type Counted = readonly (readonly [name: string, evenings: number])[];

const known: ReadonlySet<string> = new Set(stepKinds);
const isKind = (name: string): name is StepKind => known.has(name);

/** How often each was met, the rarest first; 0 for those that were not. */
export function byRarity({
  kinds,
  details,
  pairs,
}: Coverage): Readonly<Record<'kinds' | 'details' | 'pairs', Counted>> {
  const all = stepKinds.toSorted();
  const couples = all.flatMap((one, index) => all.slice(index + 1).map((other) => pairOf(one, other)));
  const allDetails = [...oddAnswerNames.map(answerDetail), ...Object.keys(sites).map(siteDetail)];
  return {
    kinds: counted(all, kinds),
    details: counted(allDetails, details),
    pairs: counted(couples, pairs),
  };
}

function pairOf(one: StepKind, other: StepKind): string {
  return `${one} + ${other}`;
}

function counted(names: readonly string[], counts: Readonly<Record<string, number>>): Counted {
  return names.map((name) => [name, counts[name] ?? 0] as const).toSorted((a, b) => a[1] - b[1]);
}
