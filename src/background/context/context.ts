import type { MatineeDatabase } from './database';
import type { Log } from './log';

/** The environment of the worker's parts: created by main, replaced by tests. */
export type AppContext = Readonly<{
  /** Throws a HandlerError (`storage-…`) while it cannot be used. */
  database: MatineeDatabase;
  fetch: typeof fetch;
  /** Aborts every request of `fetch` in flight. */
  stopRequests: () => void;
  /** Milliseconds since 1970. */
  now: () => number;
  /** 0 to 1. */
  random: () => number;
  newId: () => string;
  /** The build's default tracker address; the settings may name another. */
  defaultBaseUrl: string;
  version: string;
  log: Log;
}>;

/** Resolves after this many seconds, if the worker is still alive. */
export function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
}

/** Runs one piece of work at a time, in the order in which they were requested. */
export type RunExclusive = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * A mutual-exclusion lock for asynchronous work that reads, decides and writes the same state. A lock in
 * memory is enough: a browser runs one worker per extension, and both end together.
 */
export function createMutex(): RunExclusive {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work, work);
    last = result.catch(() => undefined);
    return result;
  };
}
