import { setImmediate } from 'node:timers/promises';

/** Milliseconds after which a piece of work lets other requests have their turn. */
const PIECE_MS = 8;

/** Splits long work into pieces: call `await pause()` when `isDue()`. */
export function createPieces() {
  let end = performance.now() + PIECE_MS;
  return {
    isDue: () => performance.now() >= end,
    async pause(): Promise<void> {
      await setImmediate();
      end = performance.now() + PIECE_MS;
    },
  };
}

/** As `values.map(map)`, in pieces. */
export async function mapInPieces<T, U>(values: readonly T[], map: (value: T) => U): Promise<U[]> {
  const pieces = createPieces();
  const mapped: U[] = [];
  for (const value of values) {
    mapped.push(map(value));
    if (pieces.isDue()) await pieces.pause();
  }
  return mapped;
}

/** As `values.find(is)`, in pieces. */
export async function findInPieces<T>(
  values: readonly T[],
  is: (value: T) => boolean,
): Promise<T | undefined> {
  const pieces = createPieces();
  for (const value of values) {
    if (is(value)) return value;
    if (pieces.isDue()) await pieces.pause();
  }
  return undefined;
}

/**
 * Like `mapInPieces`, for values that are not needed afterwards: the list is emptied, so that each value can
 * be freed.
 */
export async function drainInPieces<T, U>(values: T[], map: (value: T) => U): Promise<U[]> {
  const pieces = createPieces();
  const mapped: U[] = [];
  const left = values.splice(0).toReversed();
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    mapped.push(map(value));
    if (pieces.isDue()) await pieces.pause();
  }
  return mapped;
}
