/**
 * One after the other: everything that reads, decides and writes the same state runs through the same turn. A lock in
 * memory is enough, since the browser never runs two workers of one extension; it dies with the work it guards.
 */
export function createMutex(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work, work);
    last = result.catch(() => undefined);
    return result;
  };
}
