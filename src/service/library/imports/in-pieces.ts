import { setImmediate } from 'node:timers/promises';

/** How long a piece of work may take before other requests have their turn. */
const PIECE_MS = 8;

/** Long work in pieces: `await pause()` where `isDue()`. */
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

/** As `mapInPieces`, where nothing needs the values any more: the list is emptied, and each is let go. */
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
