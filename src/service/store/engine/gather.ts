import { UnavailableError } from './database';

/** How long a group takes in further jobs while each turn of the loop brings some. */
const COLLECT_MS = 10;
/** Most that wait for their turn; those beyond are refused. */
const QUEUE_LIMIT = 5000;

/**
 * Gathers the jobs of one turn of the event loop, and of the next ones while each brings some, and runs them
 * as one group of at most `most`. What comes meanwhile is the next group. `afterTurn` calls back at the end
 * of the turn; `run` answers each of the jobs and never rejects. The function that is returned throws an
 * `UnavailableError` when too many wait.
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
