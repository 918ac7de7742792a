import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/**
 * Milliseconds of a processor that this thread has had. A computer that is busy with something else does not
 * change it. Systems other than Linux do not tell: there it is the clock.
 */
export function threadTime(): number {
  try {
    const [nanoseconds] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    return performance.now();
  }
}
