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
/** Plants each fault in turn and prints when it was found, and how. True when all were. */
export async function runFaults(jobs: number, only = ''): Promise<boolean> {
  const program = loadProgram(await bundle());
  const failsAnyway = soundRuns({ program, services: await createServices(program) });
  console.log('| Fault | Found at seed | The oracle said |\n|---|---|---|');
  const faults = plantedFaults.filter(({ name }) => name.includes(only));
  let missed = 0;
  for (const fault of faults) {
    const found = await findFault(fault, failsAnyway, jobs);
    if (found === undefined) missed++;
    const told = found
      ? `${found.seed} | ${found.violations[0]?.split('\n')[0]}`
      : `not within ${MOST_SEEDS} | `;
    console.log(`| ${fault.name} | ${told} |`);
  }
  console.log(`${faults.length} faults, ${missed} not found`);
  return missed === 0;
}

/** An evening that fails with the fault, and does not fail without it. */
async function findFault(
  fault: Fault,
  failsAnyway: (seed: number) => Promise<boolean>,
  jobs: number,
): Promise<Failure | undefined> {
  let found: Failure | undefined;
  await simulate({
    bundles: await bundle(fault),
    from: 1,
    count: MOST_SEEDS,
    jobs,
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
