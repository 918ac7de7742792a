import { Session, type Profiler } from 'node:inspector';
import { relative } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { root } from '../../../scripts/build/root';
import limits from '../../../scripts/metrics/limits.json' with { type: 'json' };
import { openPage, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
beforeEach(async () => {
  // A function that the compiler has inlined may be missing in the counts.
  setFlagsFromString('--no-opt');
  setFlagsFromString('--no-lazy-feedback-allocation');
  // The tracker asks for ended keys every second, which on a busy machine would be in each report.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  worker = await startWorker();
});
afterEach(async () => {
  vi.restoreAllMocks();
  setFlagsFromString('--lazy-feedback-allocation');
  setFlagsFromString('--opt');
  await worker.close();
});

/** Named functions of `src` that ran during `work`, by file. */
async function traced(work: () => Promise<void>): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const session = new Session();
  session.connect();
  const ask = <Result>(method: string, params = {}) =>
    new Promise<Result>((resolve, reject) => {
      session.post(method, params, (error, result) =>
        error === null ? resolve(result as Result) : reject(error),
      );
    });
  await ask('Profiler.enable');
  await ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await work();
  const { result } = await ask<Profiler.TakePreciseCoverageReturnType>('Profiler.takePreciseCoverage');
  await ask('Profiler.stopPreciseCoverage');
  session.disconnect();
  const files = new Map<string, Set<string>>();
  for (const { url, functions } of result) {
    const path = relative(root, url.replace('file://', '').replace(/\?.*/u, ''));
    if (!path.startsWith('src/')) continue;
    const names = functions
      .filter(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0)
      .map(({ functionName }) => functionName);
    if (names.length > 0) files.set(path, new Set([...(files.get(path) ?? []), ...names]));
  }
  return files;
}

/** What ran every time. What falls only into some, such as a write of the log, is no part of a report. */
function inEach(runs: readonly ReadonlyMap<string, ReadonlySet<string>>[]): ReadonlyMap<string, Set<string>> {
  const [first = new Map<string, ReadonlySet<string>>(), ...others] = runs;
  const files = new Map<string, Set<string>>();
  for (const [path, names] of first) {
    const always = [...names].filter((name) => others.every((run) => run.get(path)?.has(name) === true));
    if (always.length > 0) files.set(path, new Set(always));
  }
  return files;
}

/** One evening of two reports, each traced with its delivery and view. */
async function evening(): Promise<ReadonlyMap<string, ReadonlySet<string>>[]> {
  const page = await openPage(worker);
  await page.play(0, 120);
  await worker.deliver();
  const runs: ReadonlyMap<string, ReadonlySet<string>>[] = [];
  for (const position of [480, 840]) {
    worker.wait(360);
    const run = async () => {
      await page.report({ position });
      await worker.deliver();
      await worker.view(1);
    };
    // One after the other: each continues the playing.
    // oxlint-disable-next-line no-await-in-loop
    runs.push(await traced(run));
  }
  expect((await worker.service.progress())[0]?.progress).toBe(840);
  return runs;
}

test('one ordinary report, its delivery and its view run few functions in few files', async () => {
  const first = await evening();
  await worker.close();
  worker = await startWorker();
  // A second evening, because on a busy machine a write of the log falls into both reports of one.
  const files = inEach([...first, ...(await evening())]);
  const functions = [...files.values()].reduce((sum, names) => sum + names.size, 0);
  console.info(`a report runs ${String(functions)} functions in ${String(files.size)} files`);
  expect(functions).toBeGreaterThan(50);
  expect(functions).toBeLessThanOrEqual(limits.report['functions that run']);
  expect(files.size).toBeLessThanOrEqual(limits.report['files that run']);
});
