import { countMet, emptyCoverage, type Coverage } from './coverage';
import { planEvening } from './evening/plan';
import { runEvening, type Outcome } from './evening/run-evening';
import type { Step } from './evening/step';
import type { Program } from './program/program';
import { shrink } from './shrink';
import type { Services } from './tracker/tracker';
import type { Note } from './world';

export interface Parts {
  readonly program: Program;
  readonly services: Services;
}

export interface Failure {
  readonly seed: number;
  readonly violations: readonly string[];
}

export interface SeedsResult {
  readonly count: number;
  /** Milliseconds of a processor. */
  readonly cpu: number;
  readonly failures: readonly Failure[];
  readonly coverage: Coverage;
}

/** Runs the evenings of these seeds. Synchronous; call it in a task of its own. */
export function runSeeds(parts: Parts, seeds: readonly number[]): SeedsResult {
  const before = process.cpuUsage();
  const failures: Failure[] = [];
  const coverage = emptyCoverage();
  for (const seed of seeds) {
    const steps = planEvening(seed);
    const { violations, met, judged } = outcomeOf(parts, seed, steps);
    countMet(coverage, met);
    for (const [name, count] of judged) coverage.judged[name] = (coverage.judged[name] ?? 0) + count;
    if (violations.length > 0) failures.push({ seed, violations });
  }
  const { user, system } = process.cpuUsage(before);
  return { count: seeds.length, cpu: (user + system) / 1000, failures, coverage };
}

/** What is wrong with one evening; an error of the code under test is a violation too. */
export function violationsOf(...evening: Parameters<typeof outcomeOf>): Outcome['violations'] {
  return outcomeOf(...evening).violations;
}

function outcomeOf(
  parts: Parts,
  seed: number,
  steps: readonly Step[],
  note?: Note,
): Pick<Outcome, 'violations' | 'met' | 'judged'> {
  try {
    return runEvening({ ...parts, seed, steps, note });
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { violations: [text], met: new Set(), judged: new Map() };
  }
}

/** The steps of a failing seed without what does not matter. */
export function shrinkSeed(
  parts: Parts,
  seed: number,
  planned: readonly Step[] = planEvening(seed),
): readonly Step[] {
  const wanted = kindsOf(violationsOf(parts, seed, planned));
  return shrink(planned, (steps) =>
    kindsOf(violationsOf(parts, seed, steps)).some((kind) => wanted.includes(kind)),
  );
}

/** What is wrong without titles, names and numbers: another cause must not take the place of the first. */
function kindsOf(violations: readonly string[]): readonly string[] {
  return violations.map((text) =>
    text
      .replace(/^[\w-]+ \(\d+ s\) of \w+: /, '')
      .replaceAll(/\{.*\}/g, '')
      .replaceAll(/(-?)[\d.]+ s, may lag/g, '$1s, may lag')
      .replaceAll(/[\d.]+/g, ''),
  );
}
