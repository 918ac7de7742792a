import { hash } from '../values/hash';

/**
 * The key of a text in a package: 3 characters instead of 20. Browsers do not tell capital letters apart.
 * With the `seed` of a build no two texts have the same one.
 */
export function shortKey(key: string, seed: number): string {
  return (hash(`${seed}${key}`) % 46_649).toString(36);
}
