import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addCoverage, emptyCoverage } from './coverage';
import { bundleProcess, type Bundles } from './program/bundle';
import type { Question } from './process';
import type { Failure, SeedsResult } from './run-seeds';

interface SimulateOptions {
  readonly bundles: Bundles;
  readonly from: number;
  readonly count: number;
  /** Whether the evening of a seed is run; otherwise all are. */
  readonly isWanted?: ((seed: number) => boolean) | undefined;
  /** Processes at the same time. */
  readonly jobs: number;
  /** Asked after each batch: true ends the run before all seeds were tried. */
  readonly isEnough?: (batch: SeedsResult) => Promise<boolean>;
}

/** Seeds of one batch: small enough that both processes end at about the same time. */
const BATCH = 50;

/** Runs many seeds in processes of their own. */
export async function simulate(options: SimulateOptions): Promise<SeedsResult> {
  const { bundles, jobs, isEnough } = options;
  const folder = mkdtempSync(join(tmpdir(), 'simulation-'));
  const script = join(folder, 'process.mjs');
  processCode ??= bundleProcess();
  writeFileSync(script, await processCode);
  const failures: Failure[] = [];
  const coverage = emptyCoverage();
  const seeds = seedsOf(options);
  let done = 0;
  let cpu = 0;
  let ended = false;
  const runProcess = async () => {
    let batch = nextBatch(seeds);
    if (batch.length === 0) return;
    const child = fork(script, { execArgv: FLAGS });
    child.send({ bundles } satisfies Question);
    try {
      for (; !ended && batch.length > 0; batch = nextBatch(seeds)) {
        const result = await ask(child, { seeds: batch });
        done += result.count;
        cpu += result.cpu;
        failures.push(...result.failures);
        addCoverage(coverage, result.coverage);
        if (await isEnough?.(result)) ended = true;
      }
    } finally {
      if (child.connected) {
        const exit = once(child, 'exit');
        child.disconnect();
        await exit;
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: jobs }, runProcess));
  } finally {
    rmSync(folder, { recursive: true });
  }
  return { count: done, cpu, failures: failures.sort((a, b) => a.seed - b.seed), coverage };
}

function* seedsOf({ from, count, isWanted }: SimulateOptions): Generator<number, undefined> {
  for (let seed = from; seed < from + count; seed++) if (isWanted?.(seed) !== false) yield seed;
  return undefined;
}

function nextBatch(seeds: Iterator<number, undefined>): readonly number[] {
  const batch: number[] = [];
  while (batch.length < BATCH) {
    const { value } = seeds.next();
    if (value === undefined) break;
    batch.push(value);
  }
  return batch;
}

/**
 * Most objects of an evening end with it: with a large space for new ones few are ever copied. Each process
 * has a processor of its own, so threads of V8 beside it only wait for each other.
 */
const FLAGS = [
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
  '--always-sparkplug',
  '--single-threaded',
];

let processCode: Promise<string> | undefined;

function ask(child: ChildProcess, question: Question): Promise<SeedsResult> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) =>
      reject(new Error(`a process of the simulation ended with ${code}`));
    child.once('exit', onExit);
    child.once('error', reject);
    child.once('message', (result) => {
      child.off('exit', onExit);
      child.off('error', reject);
      resolve(result as SeedsResult);
    });
    child.send(question);
  });
}
