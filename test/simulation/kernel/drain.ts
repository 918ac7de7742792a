import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--allow-natives-syntax');

/**
 * Runs every microtask that waits, and those that they add, before it returns. So one step of the simulated
 * world, with all promises that it resolves, is one synchronous call; waiting for a turn of the event loop
 * after each step would take longer than the step. It does nothing when it is called inside a microtask, so a
 * simulation starts in a task of its own (`inTask`).
 */
// oxlint-disable-next-line no-new-func, no-implied-eval, typescript/no-implied-eval -- V8's own syntax
export const drainMicrotasks = new Function('%PerformMicrotaskCheckpoint()') as () => void;

/** Runs synchronous work in a task of the event loop. */
export function inTask<T>(work: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    setImmediate(() => {
      try {
        resolve(work());
      } catch (error) {
        reject(error);
      }
    });
  });
}
