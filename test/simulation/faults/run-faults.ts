import { inTask } from '../kernel/drain';
import { planEvening } from '../evening/plan';
import { bundle } from '../program/bundle';
import { loadProgram } from '../program/program';
import { violationsOf, type Failure, type Parts } from '../run-seeds';
import { simulate } from '../simulate';
import { createServices } from '../tracker/tracker';
import type { Fault } from './fault';
import { plantedFaults } from './planted-faults';

/** A fault must be found within this many evenings. */
const MOST_SEEDS = 5_000;
const FIRST_SEEDS = 400;
const PASSES = [
  [1, FIRST_SEEDS],
  [FIRST_SEEDS + 1, MOST_SEEDS - FIRST_SEEDS],
] as const;

/** Plants each fault in turn and prints when it was found, and how. True when all were. */
export async function runFaults(jobs: number, only = ''): Promise<boolean> {
  const program = loadProgram(await bundle());
  const failsAnyway = soundRuns({ program, services: await createServices(program) });
  console.log('| Fault | Found at seed | The oracle said |\n|---|---|---|');
  const wanted = only.split(',');
  const faults = plantedFaults.filter(({ name }) => wanted.some((part) => name.includes(part)));
  const missed = new Set(faults);
  // Most are found at once: those that take long come last.
  for (const [from, count] of PASSES)
    for (const fault of missed) {
      const found = await findFault(fault, failsAnyway, { from, count, jobs });
      if (found === undefined) continue;
      missed.delete(fault);
      console.log(`| ${fault.name} | ${found.seed} | ${found.violations[0]?.split('\n')[0]} |`);
    }
  for (const { name } of missed) console.log(`| ${name} | not within ${MOST_SEEDS} | |`);
  console.log(`${faults.length} faults, ${missed.size} not found`);
  return missed.size === 0;
}

interface Search {
  readonly from: number;
  readonly count: number;
  readonly jobs: number;
}

/** An evening that fails with the fault, and does not fail without it. */
async function findFault(
  fault: Fault,
  failsAnyway: (seed: number) => Promise<boolean>,
  search: Search,
): Promise<Failure | undefined> {
  let found: Failure | undefined;
  await simulate({
    bundles: await bundle(fault),
    ...search,
    isWanted: (seed) => fault.needs?.(planEvening(seed)) ?? true,
    async isEnough({ failures }) {
      for (const failure of failures) {
        if (found !== undefined && found.seed < failure.seed) break;
        if (!(await failsAnyway(failure.seed))) found = failure;
      }
      return found !== undefined;
    },
  });
  return found;
}

/** Whether a seed fails without any fault; each is tried once for all faults. */
function soundRuns(parts: Parts): (seed: number) => Promise<boolean> {
  const known = new Map<number, boolean>();
  return async (seed) => {
    const before = known.get(seed);
    if (before !== undefined) return before;
    const fails = await inTask(() => violationsOf(parts, seed, planEvening(seed)).length > 0);
    known.set(seed, fails);
    return fails;
  };
}
