import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/**
 * Runs beside the service: a database of a gigabyte is read for seconds, and SQLite answers only when it is
 * done.
 */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const SQLite = require(workerData.library);
let problems;
try {
  const sqlite = new SQLite(workerData.path, { readonly: true });
  problems = sqlite.prepare('PRAGMA quick_check(20)').raw().all().map(([text]) => String(text));
  sqlite.close();
} catch (error) {
  problems = [String(error && error.message)];
}
parentPort.postMessage(problems.filter((text) => text !== 'ok'));
`;

/** What SQLite finds wrong with the file, without the comparison of indexes; empty: nothing. */
export function quickCheck(path: string): Promise<string[]> {
  const library = createRequire(import.meta.url).resolve('libsql');
  const worker = new Worker(PROGRAM, { eval: true, workerData: { library, path } });
  worker.unref();
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => resolve([]));
  });
}
