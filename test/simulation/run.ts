import { parseArgs } from 'node:util';
import { byRarity, judgedTable, type Coverage } from './coverage';
import { runFaults } from './faults/run-faults';
import { inTask } from './kernel/drain';
import { bundle } from './program/bundle';
import { loadProgram } from './program/program';
import { planEvening } from './evening/plan';
import keptCases from './kept-cases.json' with { type: 'json' };
import type { Step } from './evening/step';
import { explainEvening } from './explain';
import { shrinkSeed, violationsOf } from './run-seeds';
import { simulate } from './simulate';
import { createServices } from './tracker/tracker';

/**
 * `npm run simulation -- [--seeds N] [--from S] [--jobs 2] [--minutes M]` runs many evenings, or as many as
 * fit; `--seed N [--trace]` one of them, shrunk where it fails; `--kept N [--trace]` the kept evening of that
 * seed; with `--explain` a table that says why it was recorded as it was; `--causes` groups failures by the steps that are left; `--faults` shows in how many evenings each planted
 * fault is found; `--pairs` how often each pair of kinds of steps was met.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    kept: { type: 'string' },
    seeds: { type: 'string', default: '2000' },
    from: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    minutes: { type: 'string', default: 'Infinity' },
    trace: { type: 'boolean', default: false },
    explain: { type: 'boolean', default: false },
    faults: { type: 'boolean', default: false },
    causes: { type: 'boolean', default: false },
    pairs: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
const jobs = Number(values.jobs);

if (values.faults) process.exitCode = (await runFaults(jobs, values.only)) ? 0 : 1;
else if (values.causes) await showCauses(Number(values.seeds));
else if (values.kept !== undefined) await runOne(Number(values.kept), keptSteps(Number(values.kept)));
else if (values.seed === undefined) await runMany(Number(values.seeds));
else await runOne(Number(values.seed), planEvening(Number(values.seed)));

/** How evenings are planned has changed: the steps of a kept one are no longer those of its seed. */
function keptSteps(wanted: number): readonly Step[] {
  const kept = keptCases.find(({ seed }) => seed === wanted);
  if (kept === undefined) throw new Error(`no kept evening has the seed ${wanted}`);
  console.log(kept.name);
  if ('cause' in kept) console.log(`What was wrong: ${kept.cause}\nWhat was done: ${kept.remedy}`);
  return kept.steps as readonly Step[];
}

async function runOne(seed: number, planned: readonly Step[]): Promise<void> {
  if (values.explain) {
    process.exitCode = (await explainEvening(seed, planned)) ? 0 : 1;
    return;
  }
  const program = loadProgram(await bundle());
  const parts = { program, services: await createServices(program) };
  const shown = values.trace ? console.log : undefined;
  const violations = await inTask(() => violationsOf(parts, seed, planned, shown));
  console.log(violations.length === 0 ? `seed ${seed}: nothing is wrong` : violations.join('\n'));
  if (violations.length === 0) return;
  process.exitCode = 1;
  const steps = await inTask(() => shrinkSeed(parts, seed, planned));
  console.log(`\nThe fewest steps that fail:`);
  const after = await inTask(() => violationsOf(parts, seed, steps, shown));
  console.log(JSON.stringify({ seed, steps }));
  console.log(after.join('\n'));
}

/** Prints the failures of many evenings, each kind of shrunk evening once, the most frequent first. */
async function showCauses(count: number): Promise<void> {
  const bundles = await bundle();
  const { failures } = await simulate({ bundles, from: firstSeed(), count, jobs });
  const program = loadProgram(bundles);
  const parts = { program, services: await createServices(program) };
  const causes = new Map<string, { count: number; first: string }>();
  for (const { seed } of failures) {
    const steps = await inTask(() => shrinkSeed(parts, seed));
    const [violation = ''] = await inTask(() => violationsOf(parts, seed, steps));
    const key = steps.map((step) => ('site' in step ? `${step.kind} ${step.site}` : step.kind)).join(', ');
    const known = causes.get(key);
    const first = known?.first ?? `${violation}\n    ${JSON.stringify({ seed, steps })}`;
    causes.set(key, { count: (known?.count ?? 0) + 1, first });
  }
  for (const [key, cause] of [...causes].sort(([, a], [, b]) => b.count - a.count))
    console.log(`${cause.count} × ${key}\n    ${cause.first}`);
  console.log(`${count} seeds, ${failures.length} failed`);
}

/** In how many evenings each kind of step, answer, site and pair was met; without `--pairs` only the rarest pairs. */
function showCoverage(coverage: Coverage): void {
  const { kinds, details, pairs } = byRarity(coverage);
  for (const counted of [kinds, details])
    console.log(counted.map(([name, evenings]) => `${name} ${evenings}`).join(', '));
  for (const [name, evenings] of values.pairs ? pairs : pairs.slice(0, 10))
    console.log(`${String(evenings).padStart(6)} ${name}`);
  const rare = (counted: typeof pairs) => counted.filter(([, evenings]) => evenings < 100).length;
  console.log(
    `${kinds.length} kinds of steps, ${details.length} answers and sites, ${pairs.length} pairs of kinds: ` +
      `${rare(kinds)}, ${rare(details)} and ${rare(pairs)} of them in less than 100 evenings`,
  );
}

function firstSeed(): number {
  return values.from === undefined ? Math.trunc(Math.random() * 2 ** 30) : Number(values.from);
}

async function runMany(count: number): Promise<void> {
  const from = firstSeed();
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  let tried = 0;
  let shown = 0;
  const {
    count: done,
    cpu,
    failures,
    coverage,
  } = await simulate({
    bundles: await bundle(),
    from,
    count,
    jobs,
    async isEnough(batch) {
      for (const { seed, violations } of batch.failures)
        console.log(`seed ${seed}: ${violations.join('; ')}`);
      tried += batch.count;
      if (seconds() - shown > 60) {
        shown = seconds();
        console.log(`${tried} seeds in ${shown.toFixed(0)} s`);
      }
      return seconds() > Number(values.minutes) * 60;
    },
  });
  showCoverage(coverage);
  console.log(judgedTable(coverage));
  console.log(
    `${done} seeds from ${from} in ${seconds().toFixed(0)} s, ${(cpu / done).toFixed(1)} ms of a processor each: ` +
      `${failures.length} failed`,
  );
  process.exitCode = failures.length === 0 ? 0 : 1;
}
