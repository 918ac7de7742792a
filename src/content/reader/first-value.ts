import { isSomething } from './is-something';

/** The first value for which `isSomething` holds; later ones are not read. */
export function firstValue<From, Value>(
  all: readonly From[],
  read: (from: From) => Value,
): Value | undefined {
  for (const one of all) {
    const value = read(one);
    if (isSomething(value)) return value;
  }
  return undefined;
}
