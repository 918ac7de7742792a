import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/**
 * Milliseconds of a processor that this thread has had. A computer that is busy with something else does not
 * change it. Systems other than Linux do not tell, nor does a kernel that keeps no such count and prints
 * zeros: there it is the clock.
 */
export function threadTime(file = '/proc/thread-self/schedstat'): number {
  return readCount(file) || performance.now();
}

function readCount(file: string): number {
  try {
    const [nanoseconds] = readFileSync(file, 'utf8').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    return 0;
  }
}
