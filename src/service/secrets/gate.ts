/** More work is waiting than the gate admits. */
export class BusyError extends Error {
  override readonly name = 'BusyError';
}

/**
 * Runs at most `concurrent` pieces of work at once, and lets at most `waiting` wait. Rejects with a
 * `BusyError` for those beyond.
 */
export function createGate({ concurrent, waiting }: { concurrent: number; waiting: number }) {
  let running = 0;
  const queue: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= concurrent) {
      if (queue.length >= waiting) throw new BusyError('too much is waiting');
      // The place is handed over by the one that ends, so nobody can come in between.
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
