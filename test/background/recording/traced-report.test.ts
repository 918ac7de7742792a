import { Session, type Profiler } from 'node:inspector';
import { relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '../../../scripts/build/root';
import limits from '../../../scripts/metrics/limits.json' with { type: 'json' };
import { openPage, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
beforeEach(async () => (worker = await startWorker()));
afterEach(() => worker.close());

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

test('one ordinary report, its delivery and its view run few functions in few files', async () => {
  const page = await openPage(worker);
  await page.play(0, 120);
  await worker.deliver();
  worker.wait(360);
  const files = await traced(async () => {
    await page.report({ position: 480 });
    await worker.deliver();
    await worker.view(1);
  });
  expect((await worker.service.progress())[0]?.progress).toBe(480);
  const functions = [...files.values()].reduce((sum, names) => sum + names.size, 0);
  console.info(`a report runs ${String(functions)} functions in ${String(files.size)} files`);
  expect(functions).toBeGreaterThan(50);
  expect(functions).toBeLessThanOrEqual(limits.report['functions that run']);
  expect(files.size).toBeLessThanOrEqual(limits.report['files that run']);
});
