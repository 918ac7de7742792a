import { isRecord } from './is-record';

/**
 * Whether two JSON values are equal. The order of an object's keys does not count: browsers store their own.
 */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((part, index) => deepEqual(part, b[index]));
  if (!isRecord(a) || !isRecord(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && deepEqual(a[key], b[key]))
  );
}
