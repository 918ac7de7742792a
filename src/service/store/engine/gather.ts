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
  const runAll = async (): Promise<void> => {
    isBusy = true;
    while (waiting.length > 0) {
      const until = performance.now() + COLLECT_MS;
      let before: number;
      // Groups run one after the other.
      do {
        before = waiting.length;
        // oxlint-disable-next-line no-await-in-loop
        await new Promise<void>(afterTurn);
      } while (waiting.length > before && performance.now() < until);
      // oxlint-disable-next-line no-await-in-loop
      await run(waiting.splice(0, most));
    }
    isBusy = false;
  };
  return (job) => {
    if (waiting.length >= QUEUE_LIMIT) throw new UnavailableError('too much waits to be stored');
    waiting.push(job);
    if (!isBusy) void runAll();
  };
}
