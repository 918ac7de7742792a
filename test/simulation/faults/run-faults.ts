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
/** Evenings between two looks at what has failed. */
const SEEDS_AT_ONCE = 100;

/** Plants each fault in turn and prints when it was found, and how. True when all were. */
export async function runFaults(jobs: number, only = ''): Promise<boolean> {
  const program = loadProgram(await bundle());
  const sound: Parts = { program, services: createServices(program) };
  console.log('| Fault | Found at seed | The oracle said |\n|---|---|---|');
  let missed = 0;
  for (const fault of plantedFaults.filter(({ name }) => name.includes(only))) {
    const found = await findFault(fault, sound, jobs);
    if (found === undefined) missed++;
    const told = found
      ? `${found.seed} | ${found.violations[0]?.split('\n')[0]}`
      : `not within ${MOST_SEEDS} | `;
    console.log(`| ${fault.name} | ${told} |`);
  }
  console.log(`${plantedFaults.length} faults, ${missed} not found`);
  return missed === 0;
}

/** The first evening that fails with the fault, and does not fail without it. */
async function findFault(fault: Fault, sound: Parts, jobs: number): Promise<Failure | undefined> {
  const bundles = await bundle(fault);
  for (let from = 1; from <= MOST_SEEDS; from += SEEDS_AT_ONCE) {
    const { failures } = await simulate({ bundles, from, count: SEEDS_AT_ONCE, jobs });
    for (const failure of failures) {
      const { seed } = failure;
      const isOwn = await inTask(() => violationsOf(sound, seed, planEvening(seed)).length === 0);
      if (isOwn) return failure;
    }
  }
  return undefined;
}
