import { UnavailableError } from './database';

/** How long a group collects jobs while each turn of the event loop brings some. */
const COLLECT_MS = 10;
/** Maximum number of waiting jobs; more are refused. */
const QUEUE_LIMIT = 5000;

/**
 * Collects the jobs of one turn of the event loop, and of the next ones while each brings some, and runs them
 * as a group of at most `most`. Jobs that arrive meanwhile form the next group. `afterTurn` calls back at the
 * end of the turn; `run` answers each job and never rejects. The returned function throws an
 * `UnavailableError` if too many jobs wait.
 */
export function createGather<J>(
  afterTurn: (done: () => void) => void,
  run: (jobs: readonly J[]) => Promise<void>,
  most = QUEUE_LIMIT,
): (job: J) => void {
  const waiting: J[] = [];
  let isBusy = false;
  const collect = (until: number): void => {
    const before = waiting.length;
    afterTurn(() => {
      if (waiting.length > before && performance.now() < until) return collect(until);
      void run(waiting.splice(0, most)).finally(() => {
        isBusy = waiting.length > 0;
        if (isBusy) collect(performance.now() + COLLECT_MS);
      });
    });
  };
  return (job) => {
    if (waiting.length >= QUEUE_LIMIT) throw new UnavailableError('too much waits to be stored');
    waiting.push(job);
    if (isBusy) return;
    isBusy = true;
    collect(performance.now() + COLLECT_MS);
  };
}
