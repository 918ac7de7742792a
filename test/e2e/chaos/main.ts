import { parseArgs } from 'node:util';
import { engines, type Engine } from './free-browsers';
import { runChaos } from './run-chaos';
import type { ChaosResult } from './run-evening';
import { runFree } from './run-free';

const usage = `Watches films and episodes during failures, and compares the history with what was played.

  npm run chaos -- [--viewings 200] [--seed N] [--seats 4] [--free chromium|firefox] [--verbose]

Without --free a driver ends workers, pages and tabs of Chromium. With it nobody drives the browser, which is
killed again and again: its pages are prerendered and restored, and go to other sites.

The same seed plans the same viewings and the same troubles. The exit code is 1 when anything was lost,
doubled or wrong.`;

const { values } = parseArgs({
  options: {
    viewings: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    seats: { type: 'string', default: '4' },
    free: { type: 'string' },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const [viewings, seed, seats] = [values.viewings, values.seed, values.seats].map((text) =>
  /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN,
) as [number, number, number];

if (values.help) console.log(usage);
else if (!(viewings >= 1 && seats >= 1 && seats <= 16 && seed >= 0) || !isEngine(values.free)) {
  console.error(usage);
  process.exitCode = 2;
} else await main(values.free);

function isEngine(name: string | undefined): name is Engine | undefined {
  return name === undefined || Object.hasOwn(engines, name);
}

async function main(engine: Engine | undefined): Promise<void> {
  console.log(`Seed ${seed}: ${viewings} viewings, ${seats} at a time.`);
  const begun = Date.now();
  let shown = begun;
  const log = (line: string) => {
    // One line per 30 s shows that the run continues.
    if (!values.verbose && Date.now() - shown < 30_000) return;
    shown = Date.now();
    console.log(`${String(Math.round((shown - begun) / 1000)).padStart(4)} s  ${line}`);
  };
  const options = { viewings, seed, seats, gentle: false, drainTimeout: 15 * 60_000, log };
  const result = await (engine === undefined ? runChaos(options) : runFree(engine, options));
  for (const { viewing, message } of result.verdict.violations)
    console.error([`Wrong: ${message}`, ...result.story(viewing)].join('\n  '));
  console.log(`Troubles: ${list(result.troubles)}. Calls: ${list(result.faults)}.`);
  if (result.met !== undefined) console.log(metIn(result.met));
  console.log(sentence(result));
  if (result.verdict.violations.length > 0) process.exitCode = 1;
}

function sentence({ verdict, viewings: count, retried, seconds }: ChaosResult): string {
  const { violations, expected, recorded, positions, worst, worstKilled } = verdict;
  const outcome =
    violations.length === 0
      ? 'nothing was lost, doubled or wrong'
      : `${violations.length} ${violations.length === 1 ? 'thing was' : 'things were'} wrong`;
  return [
    `Seed ${seed}: of ${count} viewings ${expected.must} passed 90 % with evidence,`,
    `${expected['must-not']} did not and ${expected.may} were too close to decide;`,
    `${recorded} are in the history, ${positions} positions are at most ${worst.toFixed(1)} s of the clock`,
    `from the truth (${worstKilled.toFixed(1)} s where the page was killed),`,
    `${retried} ${retried === 1 ? 'update was' : 'updates were'} sent again by hand: ${outcome},`,
    `in ${seconds.viewing} s and ${seconds.draining} s for the outbox.`,
  ].join(' ');
}

function metIn({ kills, prerendered, restored, stuck }: NonNullable<ChaosResult['met']>): string {
  return [
    `${kills} kills of the browser, ${prerendered} prerendered pages, ${restored} restored ones;`,
    `of ${stuck} the browser stated no position for a while.`,
  ].join(' ');
}

function list(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${count} ${name}`).join(', ');
}
