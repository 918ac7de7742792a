import { UnavailableError } from './database';

export interface GatherOptions<J> {
  /** Answers each of the jobs; never rejects. */
  readonly run: (jobs: readonly J[]) => Promise<void>;
  /** Calls `flush` at the end of the turn of the event loop. */
  readonly schedule: (flush: () => void) => void;
  /** Most jobs of a group. */
  readonly most?: number;
}

/** How long a group takes in further jobs while each turn of the loop brings some. */
const COLLECT_MS = 10;
/** Most that wait for their turn; those beyond are refused. */
const QUEUE_LIMIT = 5000;

/**
 * Gathers the jobs of one turn of the event loop, and of the next ones while each brings some, and runs them
 * as one group. What comes meanwhile is the next group. Throws an `UnavailableError` when too many wait.
 */
export function createGather<J>({ run, schedule, most = QUEUE_LIMIT }: GatherOptions<J>): (job: J) => void {
  let waiting: J[] = [];
  let isBusy = false;
  const flush = async (): Promise<void> => {
    const jobs = waiting.slice(0, most);
    waiting = waiting.slice(most);
    await run(jobs);
    isBusy = false;
    start();
  };
  const start = (): void => {
    if (isBusy || waiting.length === 0) return;
    isBusy = true;
    collect(performance.now() + COLLECT_MS);
  };
  const collect = (until: number): void => {
    const before = waiting.length;
    schedule(() => {
      if (waiting.length > before && performance.now() < until) collect(until);
      else void flush();
    });
  };
  return (job) => {
    if (waiting.length >= QUEUE_LIMIT) throw new UnavailableError('too much waits to be stored');
    waiting.push(job);
    start();
  };
}
