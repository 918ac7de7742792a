import { hash } from '../values/hash';

/** The key of a text in a package: 4 characters instead of 20. Browsers do not tell capital letters apart. */
export function shortKey(key: string): string {
  return (hash(key) % 1_679_616).toString(36);
}
