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
