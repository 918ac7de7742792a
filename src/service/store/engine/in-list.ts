import type { Value } from './database';

/**
 * `(?, ?)` for the values of a list, and these values. They are filled up to a power of two with the last of
 * them: an engine keeps each statement that it has prepared, so lists of all lengths shall not be as many.
 */
export function inList<T extends Value>(list: readonly T[]): { sql: string; values: T[] } {
  const last = list.at(-1);
  // Nothing is in it.
  if (last === undefined) return { sql: '(NULL)', values: [] };
  const length = 2 ** Math.ceil(Math.log2(list.length));
  const values = [...list, ...Array<T>(length - list.length).fill(last)];
  return { sql: `(${values.map(() => '?').join(', ')})`, values };
}
