import { setImmediate } from 'node:timers/promises';

/** Rows of a slice: less than a millisecond. */
const SLICE = 100;

/**
 * Like `map`, in slices. Other work that arrives meanwhile, such as an update, runs before each slice but the
 * first.
 */
export async function mapInSlices<T, U>(rows: readonly T[], map: (row: T) => U): Promise<U[]> {
  const mapped: U[] = [];
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % SLICE === 0) await setImmediate();
    mapped.push(map(row));
  }
  return mapped;
}
