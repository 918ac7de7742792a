import type { Value } from './database';

/**
 * `(?, ?)` for the values of a list, and these values, padded to a power of two by repeating the last one.
 * The engine caches each prepared statement, and padding keeps their number small.
 */
export function inList<T extends Value>(list: readonly T[]): { sql: string; values: T[] } {
  const last = list.at(-1);
  // Matches nothing.
  if (last === undefined) return { sql: '(NULL)', values: [] };
  const length = 2 ** Math.ceil(Math.log2(list.length));
  const values = [...list, ...Array<T>(length - list.length).fill(last)];
  return { sql: `(${values.map(() => '?').join(', ')})`, values };
}
