import { hash } from '../values/hash';

/**
 * The key of a text in a package: 3 characters instead of 20. Browsers ignore case in keys. A build picks the
 * `seed` so that no two texts share a key.
 */
export function shortKey(key: string, seed: string): string {
  return (hash(seed + key) % 40_000).toString(36);
}
