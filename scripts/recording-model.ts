/**
 * `npx tsx scripts/recording-model.ts [--seed N] [--runs N]`: runs the model of recording
 * (test/core/session/recording-model.ts) more often than `npm test` does; without a seed, with a new one.
 * After a failure it prints the shrunk commands, as they go into model-counterexamples.ts, and exits with 1.
 */
import * as fc from 'fast-check';
import { parseArgs } from 'node:util';
import { recordingProperty } from '../test/core/session/recording-model';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, runs: { type: 'string', default: '20000' } },
});
const numRuns = Number(values.runs);
const seed = values.seed === undefined ? Math.trunc(Math.random() * 2 ** 31) : Number(values.seed);
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(numRuns) || numRuns < 1)
  throw new Error('--seed and --runs take whole numbers.');

const started = performance.now();
const details = fc.check(recordingProperty(), { seed, numRuns });
const seconds = ((performance.now() - started) / 1000).toFixed(0);
if (details.failed) {
  console.log(
    `seed ${seed}: failed at run ${details.numRuns} (${seconds} s), path ${details.counterexamplePath}`,
  );
  for (const command of details.counterexample?.[0] ?? []) console.log(`  ${JSON.stringify(command)},`);
  console.log(details.errorInstance);
} else console.log(`seed ${seed}: ${details.numRuns} runs without a failure (${seconds} s)`);
process.exitCode = details.failed ? 1 : 0;
